{{range .Parameters}}{{.}} = {{index $ .}}
{{end}}