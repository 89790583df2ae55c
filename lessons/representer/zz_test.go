package representer
import ("testing";"fmt";"context";"gramophone/lessons/course";"gramophone/engine")
func TestZZ(t *testing.T) {
 for _, q := range []string{"loss=hinge","loss=hinge&lambda=0.001","loss=epsilon"} {
  _, draw := buildLosses, 0; _ = draw
  p := course.Must(buildLosses(course.NewForm(course.ParseQuery(q)))(context.Background(), course.NewMemo(1<<22)))
  of := *p.Result.(*classified)
  k := of.loss()
  flat := func(v *classified) int { c := 0; for _, m := range v.margins { if k.off(m-1e-6,0,v.epsilon)<1e-9 && k.off(m+1e-6,0,v.epsilon)<1e-9 { c++ } }; return c }
  fmt.Println(q, of.silent, flat(&of), of.margins)
  var some, ten, osome, oten int
  for b := 1; b <= 1000; b++ {
   d := anew(engine.Dataset{X: of.X, Y: of.y}, b)
   w := of; w.X, w.y = d.X, d.Y
   if err := w.solve(context.Background(), k); err != nil { t.Fatal(err) }
   f := flat(&w)
   if f > 0 { some++ }; if f >= 10 { ten++ }; if w.silent > 0 { osome++ }; if w.silent >= 10 { oten++ }
  }
  fmt.Println(some, ten, osome, oten)
 }
}
