package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// What a site learns of a link: a frame that shows the figure in the state of the link.
func TestOEmbed(t *testing.T) {
	const prefix = "/kernels"
	s := quietSiteUnder(prefix)
	const origin = "https://example.com" + prefix // example.com is where httptest asks
	fit := krrPage + "/fit"
	for _, test := range []struct {
		link, src, limits string
		width, most       int
	}{
		{link: origin + fit, src: origin + fit + "?embed=1"},
		{link: origin + fit + "?bandwidth=100&lock=lambda", src: origin + fit + "?bandwidth=100&lock=lambda&embed=1"},
		{link: origin + krrPage, src: origin + fit + "?embed=1"},
		{link: origin + krrPage + "?path.lambda=1&fit.data=points&fit.points=1,2;3,4#path", src: origin + krrPage +
			"/path?lambda=1&embed=1"},
		{link: origin + krrPage + "?path.lambda=1", src: origin + krrPage + "/path?lambda=1&embed=1"},
		{link: origin + krrPage + "?seq=3&path.lambda=1&fit.bandwidth=2", src: origin + krrPage +
			"/path?lambda=1&embed=1"},
		{link: origin + "/lessons/bandwidth?fit.bandwidth=3#map", src: origin +
			"/lessons/bandwidth/map?bandwidth=3&embed=1"}, // linked
		{link: origin + krrPage + "?fit.data=points&fit.points=1,2;3,4#fit", src: origin + fit +
			"?data=points&points=1,2;3,4&embed=1"},
		{link: prefix + fit, src: "http://example.com" + prefix + fit + "?embed=1"},
		{link: origin + fit, src: origin + fit + "?embed=1", limits: "&maxwidth=320&maxheight=240&format=json",
			width: 320, most: 240},
		{link: origin + fit, src: origin + fit + "?embed=1", limits: "&maxwidth=1e9&maxheight=-4"},
		{link: origin + fit, src: origin + fit + "?embed=1", limits: "&maxwidth=100000&maxheight=100000"},
	} {
		w := get(t, s, prefix+"/oembed?url="+url.QueryEscape(test.link)+test.limits, plain)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d", test.link, w.Code)
			continue
		}
		e := decoded[views.Embedding](t, w)
		if test.width == 0 {
			test.width, test.most = 800, 1600
		}
		if e.Version != "1.0" || e.Type != "rich" || e.Title == "" || e.Width != test.width || e.Height < 200 ||
			e.Height > test.most {
			t.Errorf("%s: %+v", test.link, e)
		}
		doc := course.Must(html.Parse(strings.NewReader(e.HTML)))
		frames := 0
		for n := range doc.Descendants() {
			if n.Type != html.ElementNode || n.Data != "iframe" {
				continue
			}
			frames++
			same(t, test.link+" is shown at", attr(n, "src"), test.src)
			if opened := get(t, s, strings.TrimPrefix(strings.TrimPrefix(attr(n, "src"), "https:"),
				"http:")[len("//example.com"):], plain); opened.Code != http.StatusOK {
				t.Errorf("%s: the frame opens with %d", test.link, opened.Code)
			}
		}
		same(t, test.link+": frames in "+e.HTML, frames, 1)
	}
	for link, status := range map[string]int{
		"": 404, origin: 404, origin + "/": 404, origin + "/gallery": 404, origin + "/lessons/nothing": 404,
		origin + krrPage + "/nothing":  404,
		origin + krrPage + "/fit.json": 404, origin + krrPage + "/check/limit": 404, krrPage: 404,
		"https://example.com" + fit:          404,
		"https://example.org" + prefix + fit: 404, "ftp://example.com" + prefix + fit: 404, "//example.org" + prefix +
			fit: 404, "javascript:alert(1)": 404, "\x00": 404, "http://[": 404,
		origin + fit + "&format=xml": 501,
	} {
		link, format, _ := strings.Cut(link, "&")
		answers(t, s, status, prefix+"/oembed?url="+url.QueryEscape(link)+"&"+format)
	}
}

// Each page of a figure says where to ask for its frame.
func TestPagesTellTheirFrames(t *testing.T) {
	s := quietSite()
	for page, src := range map[string]string{
		krrPage:                           krrPage + "/fit?embed=1",
		krrPage + "?path.lambda=1":        krrPage + "/path?lambda=1&embed=1",
		krrPage + "?fit.lambda=1":         krrPage + "/fit?lambda=1&embed=1",
		krrPage + "/path?bandwidth=3":     krrPage + "/path?bandwidth=3&embed=1",
		krrPage + "/fit?embed=1&lambda=1": krrPage + "/fit?lambda=1&embed=1",
	} {
		found := 0
		for n := range parsed(t, page, get(t, s, page, plain)).Descendants() {
			if n.Type != html.ElementNode || n.Data != "link" || attr(n, "type") != "application/json+oembed" {
				continue
			}
			found++
			e := jsonAt[views.Embedding](t, s, attr(n, "href"))
			contains(t, page, e.HTML, `"http://example.com`+html.EscapeString(src)+`"`)
		}
		same(t, page+": its links", found, 1)
	}
}
