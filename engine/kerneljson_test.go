package engine

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKernelJSON(t *testing.T) {
	for _, test := range []struct {
		kernel Kernel
		json   string
	}{
		{Linear{}, `{"name":"linear"}`},
		{Polynomial{3, -0.5}, `{"name":"polynomial","degree":3,"offset":-0.5}`},
		{Gaussian{0.5}, `{"name":"gaussian","bandwidth":0.5}`},
		{Laplacian{1e-9}, `{"name":"laplacian","bandwidth":1e-9}`},
		{Exponential{1e21}, `{"name":"exponential","bandwidth":1e+21}`},
		{Matern32{1}, `{"name":"matern32","bandwidth":1}`},
		{Matern52{1. / 3}, `{"name":"matern52","bandwidth":0.3333333333333333}`},
		{Cosine{}, `{"name":"cosine"}`},
		{Min{}, `{"name":"min"}`},
		{Sigmoid{1, -1}, `{"name":"sigmoid","slope":1,"offset":-1}`},
		{Periodic{1, 2}, `{"name":"periodic","bandwidth":1,"period":2}`},
		{RationalQuadratic{1, 2}, `{"name":"rational-quadratic","bandwidth":1,"shape":2}`},
		{Constant{-2}, `{"name":"constant","value":-2}`},
		{Sum{Gaussian{0.5}, Scaled{Linear{}, -0.1}}, `{"expr":"gaussian(0.5) - 0.1*linear()"}`},
		{Power{Gaussian{0.5}, 2}, `{"expr":"power(gaussian(0.5), 2)"}`},
		{Normalized{Exp{Linear{}}}, `{"expr":"normalized(exp(linear()))"}`},
		{Block{Linear{}, 0, 2}, `{"expr":"block(linear(), 0, 2)"}`},
	} {
		// As a field of a request, which is what it is for.
		type body struct {
			Kernel KernelJSON `json:"kernel"`
		}
		got, err := json.Marshal(body{KernelJSON{test.kernel}})
		if want := `{"kernel":` + test.json + `}`; err != nil || string(got) != want {
			t.Errorf("%v: %s, %v, want %s", test.kernel, got, err, want)
		}
		var back body
		if err := json.Unmarshal(got, &back); err != nil {
			t.Errorf("%s: %v", got, err)
		} else if diff := cmp.Diff(test.kernel, back.Kernel.Kernel); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", got, diff)
		}
	}
	for _, spelling := range []string{"rational-quadratic", "rational_quadratic", "rationalquadratic"} {
		var k KernelJSON
		if err := json.Unmarshal([]byte(`{"shape": 2, "bandwidth": 1, "name": "`+spelling+`"}`), &k); err != nil || k.Kernel != (RationalQuadratic{1, 2}) {
			t.Errorf("%s: %v, %v", spelling, k.Kernel, err)
		}
	}
}

// kernels of the table of laws either come back or say that they cannot be written.
func TestKernelJSONRoundTrip(t *testing.T) {
	x := normalPoints(4, 2, newRand(1))
	written := 0
	for _, k := range kernels {
		data, err := json.Marshal(KernelJSON{k})
		if err != nil {
			if s := err.Error(); !strings.Contains(s, "cannot be written") {
				t.Errorf("%v: %v", k, err)
			}
			continue
		}
		written++
		var back KernelJSON
		if err := json.Unmarshal(data, &back); err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		wantClose(t, string(data), entries(Gram(back.Kernel, x)), entries(Gram(k, x)), 1e-14)
	}
	if written < 25 {
		t.Errorf("only %d kernels can be written", written)
	}
	for _, k := range []Kernel{nil, Gaussian{math.NaN()}, Gaussian{math.Inf(1)}, Mapped{Linear{}, withSquares}} {
		if data, err := json.Marshal(KernelJSON{k}); err == nil {
			t.Errorf("%v is written %s", k, data)
		}
	}
}

func TestKernelJSONErrors(t *testing.T) {
	for in, want := range map[string]struct{ field, message string }{
		`null`:                                   {"", "expected an object"},
		`"gaussian"`:                             {"", "expected an object"},
		`[]`:                                     {"", "expected an object"},
		`{}`:                                     {"name", "is missing"},
		`{"name": 3}`:                            {"name", "is no text"},
		`{"name": "gauss"}`:                      {"name", `"gauss" is not known; known are linear, polynomial, gaussian`},
		`{"name": "power"}`:                      {"name", "is not known"},
		`{"name": "mat-ern"}`:                    {"name", "is not known"},
		`{"name": "gaussian"}`:                   {"bandwidth", "is missing: gaussian takes bandwidth"},
		`{"name": "gaussian", "bandwidth": "1"}`: {"bandwidth", "is not a number"},
		`{"name": "gaussian", "bandwidth": null}`:               {"bandwidth", "is not a number"},
		`{"name": "gaussian", "bandwidth": 1e999}`:              {"bandwidth", "is not a number"},
		`{"name": "gaussian", "bandwidth": 0}`:                  {"bandwidth", "must be above zero"},
		`{"name": "gaussian", "bandwidth": 1, "sigma": 1}`:      {"sigma", "is not known: gaussian takes bandwidth"},
		`{"name": "linear", "bandwidth": 1}`:                    {"bandwidth", "is not known: linear takes nothing else"},
		`{"name": "polynomial", "degree": 1.5, "offset": 0}`:    {"degree", "must be a whole number"},
		`{"name": "polynomial", "degree": 1}`:                   {"offset", "is missing"},
		`{"expr": 1}`:                                           {"expr", "is no text"},
		`{"expr": null}`:                                        {"expr", "is no text"},
		`{"expr": "gaussian("}`:                                 {"expr", "character 10"},
		`{"expr": "linear()", "name": "linear"}`:                {"name", `stands beside "expr"`},
		`{"expr": "` + strings.Repeat("1+", 600) + `linear()"}`: {"expr", "longer than"},
	} {
		k := KernelJSON{Linear{}}
		err := json.Unmarshal([]byte(in), &k)
		var e *KernelFieldError
		if !errors.As(err, &e) || e.Field != want.field || !strings.Contains(e.Message, want.message) || !strings.HasPrefix(err.Error(), "engine: kernel") {
			t.Errorf("%s: %v, want %q of field %q", in, err, want.message, want.field)
		}
		var where *KernelError
		if strings.Contains(in, "gaussian(") && (!errors.As(err, &where) || where.Pos != 10) {
			t.Errorf("%s: no place in %v", in, err)
		}
	}
}
