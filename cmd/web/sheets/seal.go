package sheets

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// KeySize is the length of the secret that all else follows from, in bytes.
const KeySize = 32

// ParseKey reads a file with a secret: 32 bytes as they are, in hexadecimal or in base64.
func ParseKey(file []byte) ([]byte, error) {
	if len(file) == KeySize {
		return file, nil
	}
	text := string(bytes.TrimSpace(file))
	for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.StdEncoding.DecodeString,
		base64.RawStdEncoding.DecodeString, base64.URLEncoding.DecodeString, base64.RawURLEncoding.DecodeString} {
		if key, err := decode(text); err == nil && len(key) == KeySize {
			return key, nil
		}
	}
	return nil, fmt.Errorf("a key is %d random bytes, as they are, in hexadecimal or in base64; openssl rand -hex %d "+
		"makes one", KeySize, KeySize)
}

// Keys seal plans, and draw what they ask for. Each use has a key of its own, made of one secret.
type Keys struct {
	seal           cipher.AEAD
	teacher, draws []byte
	lasting        bool // others know the secret, so that tokens outlive the process
}

// NewKeys are those of a secret of [KeySize] bytes; of a random one, which nobody knows, if it is nil.
func NewKeys(secret []byte) *Keys {
	lasting := secret != nil
	if !lasting {
		secret = make([]byte, KeySize)
		_, _ = rand.Read(secret) // it never fails
	}
	key := func(use string) []byte {
		return course.Must(hkdf.Key(sha256.New, secret, nil, "gramophone sheets, version 1: "+use, KeySize))
	}
	return &Keys{seal: course.Must(cipher.NewGCMWithRandomNonce(course.Must(aes.NewCipher(key("seal"))))),
		teacher: key("teacher"), draws: key("draws"), lasting: lasting}
}

// errLong is that a plan makes too long a token; the bounds of plans are such that none does.
var errLong = errors.New("sheets: the plan is too long")

// Seal is a plan as a token for an address.
func (k *Keys) Seal(p Plan) (token string, err error) {
	plain, err := p.packed()
	if err != nil {
		return "", err
	}
	if token = encoding.EncodeToString(k.seal.Seal(nil, nil, plain, nil)); len(token) > MaxToken {
		return "", errLong
	}
	return token, nil
}

// Open is the plan of a token; an error where the token was not sealed by these keys, or not as it is.
func (k *Keys) Open(token string) (Plan, error) {
	if len(token) > MaxToken || strings.ContainsAny(token, "\r\n") { // which base64 passes over
		return Plan{}, errToken
	}
	sealed, err := encoding.DecodeString(token)
	if err != nil {
		return Plan{}, errToken
	}
	plain, err := k.seal.Open(nil, nil, sealed, nil)
	if err != nil {
		return Plan{}, errToken
	}
	return unpacked(plain)
}

// encoding is that of tokens and keys: one way to write each, so that an altered one is another.
var encoding = base64.RawURLEncoding.Strict()

// keyBytes are enough for a key that nobody guesses.
const keyBytes = 16

// TeacherKey is what shows that its holder made the sheet of a token, or was told by who did.
func (k *Keys) TeacherKey(token string) string {
	return encoding.EncodeToString(sum(k.teacher, token)[:keyBytes])
}

// Owns reports in constant time whether a key is that of a token.
func (k *Keys) Owns(token, key string) bool {
	return hmac.Equal([]byte(key), []byte(k.TeacherKey(token)))
}

// seed is the [seeding] of who has these keys alone.
func (k *Keys) seed(p Plan, i, n, try int) uint64 {
	return seedOf(sum(k.draws, drawText(p, i, n, try)))
}

// sum is the HMAC of a text.
func sum(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
