package site_test

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/gramophone-course/gramophone/cmd/web/site"
)

// A lecturer has the course on a server of her own, beside what else is there.
func Example() {
	course, err := site.New(site.Config{Prefix: "/kernels"})
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/kernels/", course)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, `<a href="/kernels/lessons/bandwidth?fit.bandwidth=3">this week</a>`)
	})
	// Here log.Fatal(http.ListenAndServe(":8080", mux)) would follow.

	for _, address := range []string{"/", "/kernels/lessons/bandwidth?fit.bandwidth=3"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
		fmt.Println(address, w.Code)
	}
	// Output:
	// / 200
	// /kernels/lessons/bandwidth?fit.bandwidth=3 200
}
