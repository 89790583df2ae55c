package main

import (
	"errors"
	"syscall/js"
)

// A shelf keeps readers' tables in the browser's database: a worker that has nothing to do is ended, and what
// it remembers with it.
type shelf struct{ tables js.Value }

func (s shelf) Save(name string, table []byte) error {
	body := js.Global().Get("Uint8Array").New(len(table))
	js.CopyBytesToJS(body, table)
	_, err := await(s.tables.Call("save", name, body))
	return err
}

func (s shelf) Load(name string) ([]byte, error) {
	found, err := await(s.tables.Call("load", name))
	if err != nil || found.IsNull() {
		return nil, err
	}
	table := make([]byte, found.Length())
	js.CopyBytesToGo(table, found)
	return table, nil
}

func (s shelf) Remove(name string) error {
	_, err := await(s.tables.Call("remove", name))
	return err
}

// await is what a promise comes to.
func await(promise js.Value) (value js.Value, err error) {
	settled := make(chan struct{})
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		value = args[0]
		close(settled)
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = errors.New(js.Global().Get("String").Invoke(args[0]).String())
		close(settled)
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	<-settled
	return value, err
}
