sentences = [
{{- range .Sentences}}
    {{.}},
{{- end}}
]
