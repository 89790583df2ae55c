sentences <- c(
{{- range $i, $s := .Sentences}}{{if $i}},{{end}}
  {{$s}}
{{- end}}
)
