package class

import (
	"context"
	"fmt"
	"net/http"

	"rsc.io/qr"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
)

// asTeacher follows the room's address on a device that is to be the teacher's, before the key.
const asTeacher = "?as=teacher#"

// Code is the address of the room, or of its concept test, as a QR code, a picture that a phone reads
// from afar, with what lets in who has seen it; with the key, to who holds it and wants it on
// another device of hers.
func (s *Pages) Code(w http.ResponseWriter, r *http.Request, v caller) error {
	origin, _ := s.joined(r)
	address := origin + s.View().URL("/rooms/"+v.code)
	if r.URL.Query().Get("to") == "test" {
		address += "/test"
	}
	if r.URL.Query().Get("key") == "1" {
		if v.key == "" {
			return rooms.ErrKey
		}
		address += asTeacher + v.key
	} else {
		pass, err := s.Rooms.Pass(r.Context(), v.code)
		if err != nil {
			return err
		}
		address += "?" + passField + "=" + pass
	}
	code, err := qr.Encode(address, qr.M)
	if err != nil {
		return err
	}
	return s.Send(w, r, respond.Reply{ContentType: "image/svg+xml", Write: func(context.Context) ([]byte, error) {
		return codeSVG(code), nil
	}})
}

// codeSVG draws a QR code with the margin of four modules that its readers need, black on
// white in all themes.
func codeSVG(code *qr.Code) []byte {
	const margin = 4
	size := code.Size + 2*margin
	b := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, size, size, size, size)
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				b = fmt.Appendf(b, "M%d %dh%dv1h-%dz", from+margin, y+margin, x-from, x-from)
			}
		}
	}
	return append(b, `"/></svg>`...)
}
