{{range .Parameters}}{{.}} <- {{index $ .}}
{{end}}