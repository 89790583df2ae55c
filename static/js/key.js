// The room's key, in the fragment of the address by which another device of the teacher's
// comes: it is exchanged once for a cookie, which no script reads, and goes out of the
// address.

const key = location.hash.slice(1), page = location.pathname + location.search;

async function exchange() {
  history.replaceState(history.state, "", page);
  if (document.querySelector(".desk")) return; // this browser has the cookie already
  const headers = { Authorization: "Bearer " + key };
  const answer = await fetch(location.pathname + "/key", { method: "POST", headers }).catch(() => null);
  if (answer?.ok) location.replace(page);
}
if (/^[\w-]{20,}$/.test(key)) exchange();

export {};
