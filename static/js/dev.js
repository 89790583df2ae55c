// For whoever writes the course, on a server with -dev: the page is loaded anew when
// the files that it was made from have changed. Their edition stands behind this
// script's address, and the server tells which there is now.

const mine = new URL(import.meta.url).search;
/** @type {EventSource | undefined} */
let stream;
function listen() {
  stream?.close();
  if (document.hidden) return; // a browser keeps few connections open
  stream = new EventSource(new URL("../../dev", import.meta.url));
  stream.onmessage = ({ data }) => {
    if ("?" + data !== mine) location.reload();
  };
}
document.addEventListener("visibilitychange", listen);
listen();
