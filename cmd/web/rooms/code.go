package rooms

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// alphabet is what a code is made of: no letter that is taken for another, none of 0, 1.
const alphabet = "ABCDEFGHJKMNPQRSTVWXYZ23456789"

// codeLength letters make 24 million codes.
const codeLength = 5

// newCode returns a random code.
func newCode() string {
	code := make([]byte, 0, codeLength)
	for len(code) < codeLength {
		var b [16]byte
		_, _ = rand.Read(b[:]) // it never fails
		for _, x := range b {
			// Above the largest multiple, the first letters would come more often.
			if int(x) < 256/len(alphabet)*len(alphabet) && len(code) < codeLength {
				code = append(code, alphabet[int(x)%len(alphabet)])
			}
		}
	}
	return string(code)
}

// ParseCode reads a room's code as people type it: in any case, with spaces, dashes and
// dots. It reports whether a room could have it.
func ParseCode(typed string) (code string, ok bool) {
	if len(typed) > 64 {
		return "", false
	}
	code = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\r', '\u00a0', '-', '‐', '‑', '–', '—', '_', '.', ',', '·':
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	if len(code) != codeLength || strings.Trim(code, alphabet) != "" {
		return "", false
	}
	return code, true
}

// SpeakCode returns a code as it is read out and written on a board, in two groups.
func SpeakCode(code string) string {
	if len(code) != codeLength {
		return code
	}
	return code[:3] + " " + code[3:]
}

// newSecret returns a key or a seat: 26 letters and digits that hold 130 random bits.
func newSecret() string { return rand.Text() }

const secretLength = 26

// hashKey is what is stored of a teacher's key. The key is random, so one hash will do.
func hashKey(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// owns reports in constant time whether the record was made with the key.
func (r record) owns(key string) bool { return subtle.ConstantTimeCompare(hashKey(key), r.Key) == 1 }

// seatLength letters are what the log knows a seat by: 96 bits in hexadecimal.
const seatLength = 24

// hashSeat returns the name of a seat in the log, which is another in each room.
func (r record) hashSeat(seat string) string {
	m := hmac.New(sha256.New, r.Salt)
	m.Write([]byte(seat))
	return hex.EncodeToString(m.Sum(nil))[:seatLength]
}
