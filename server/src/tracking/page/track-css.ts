/** Styles of the tracking pages: one column on a phone, two on a wide screen, plain black in print. */
export const track_css = `body{min-height:100vh;display:flex;flex-direction:column;background:var(--surface)}
.row{max-width:1040px;margin:0 auto;padding:0 16px;display:flex;align-items:center;justify-content:space-between;gap:8px 16px;flex-wrap:wrap}
.top{border-bottom:1px solid var(--border)}
.top .row{min-height:56px}
.brand{display:flex;align-items:center;gap:10px;min-height:44px;color:var(--text);text-decoration:none}
.mark{width:32px;height:32px;border-radius:6px;background:var(--brand);color:var(--on-brand);display:grid;place-items:center;font-weight:700}
.name{font-weight:700;line-height:1.1}
.name small{display:block;font-size:11px;line-height:14px;font-weight:400;color:var(--text-2)}
.logo{max-height:36px;max-width:180px;display:block}
@media screen and (prefers-color-scheme:dark){.on-light{max-height:44px;padding:6px 10px;border-radius:8px;background:#fff;color-scheme:light}}
@media screen and (prefers-color-scheme:light){.on-dark{max-height:44px;padding:6px 10px;border-radius:8px;background:#14171c;color-scheme:dark}}
.another{display:flex;align-items:center;gap:8px;min-height:44px;font-weight:500;text-decoration:none}
.icon{flex:none;width:20px;height:20px}
.quiet{color:var(--text-2);font-size:14px;line-height:20px}
main{flex:1;width:100%;max-width:1040px;margin:0 auto;padding:20px 16px 32px}
h1{font-size:24px;line-height:30px;font-weight:600}
h2{font-size:16px;line-height:24px;font-weight:600;margin-bottom:8px}
.lead{margin-top:6px;font-size:17px;line-height:25px}
.lead+.quiet{margin-top:4px}
.reference{display:flex;align-items:baseline;justify-content:space-between;gap:4px 16px;flex-wrap:wrap;margin-bottom:6px}
.next{margin:20px 0 0;border:1px solid var(--border);border-radius:8px;overflow:hidden}
.now{display:flex;gap:14px;padding:14px 16px;background:var(--brand-soft)}
.failed .now{background:var(--warning-soft)}
.actions li{border-top:1px solid var(--border)}
.actions a{display:flex;align-items:center;gap:14px;min-height:48px;padding:8px 16px;color:var(--text);text-decoration:none;font-weight:500}
.shared{margin-top:20px;overflow-wrap:anywhere}
.actions a:hover span{text-decoration:underline}
.actions small{white-space:nowrap}
.actions .icon{color:var(--text-2)}
.actions .icon:last-child{margin-left:auto;width:16px;height:16px}
.steps{display:grid;grid-template-columns:repeat(5,1fr);gap:6px;margin:22px 0 26px}
.steps li{font-size:12px;line-height:16px;color:var(--text-2);overflow-wrap:normal;hyphens:auto}
.steps li::before{content:"";display:block;height:6px;margin-bottom:8px;border-radius:3px;background:var(--border);-webkit-print-color-adjust:exact;print-color-adjust:exact}
.steps .complete::before,.steps .current::before{background:var(--brand-border)}
.steps .current{color:var(--text);font-weight:600}
.failed .current::before{background:var(--warning-border)}
.events li{position:relative;display:flex;justify-content:space-between;gap:16px;padding:0 0 14px 28px}
.events li::before{content:"";position:absolute;left:3px;top:7px;width:10px;height:10px;border:2px solid var(--border-strong);border-radius:50%;background:var(--surface);z-index:1}
.events li:first-child::before{background:var(--brand-border);border-color:var(--brand-border)}
.events .failed::before,.events .failed:first-child::before{background:var(--warning-border);border-color:var(--warning-border)}
.several .failed{border-left:4px solid var(--warning-border)}
.several .reference{margin-bottom:2px}
.told.refused{border-color:var(--warning-border);background:var(--warning-soft)}
.events li:not(:last-child)::after{content:"";position:absolute;left:7px;top:16px;bottom:-8px;width:1px;background:var(--border)}
.events time{flex:none;font-size:14px;color:var(--text-2);font-variant-numeric:tabular-nums}
aside{margin-top:16px;padding-top:20px;border-top:1px solid var(--border)}
dl div{display:flex;gap:16px;padding:4px 0}
dt{flex:none;width:72px;color:var(--text-2)}
.point{margin-top:20px}
.ask{max-width:560px;margin:0 auto;padding:24px 0}
form{margin-top:20px}
label{display:block;font-weight:600;margin-bottom:6px}
.field{display:flex;gap:8px;flex-wrap:wrap}
input{flex:1 1 200px;min-width:0;min-height:48px;padding:0 12px;border:1px solid var(--border-strong);border-radius:6px;background:var(--surface);color:var(--text);font:inherit}
input[aria-invalid]{border-width:2px}
button{display:flex;align-items:center;justify-content:center;gap:8px;flex:0 1 auto;min-height:48px;padding:0 20px;border:1px solid var(--brand-border);border-radius:6px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--brand-hover)}
button.other{background:var(--surface);color:var(--brand-text)}
button.other:hover{background:var(--brand-soft)}
.wishes{display:flex;flex-direction:column;gap:20px;align-items:flex-start;margin-bottom:24px}
.next .wishes{margin:0;padding:16px}
.wishes>*{max-width:100%}
.wishes p,.wishes fieldset{width:100%}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend{padding:0;margin-bottom:6px;font-weight:600}
.choice{display:flex;align-items:center;gap:12px;min-height:48px;margin:0;padding:8px 14px;border:1px solid var(--border);font-weight:400;cursor:pointer}
.choice+.choice{border-top:0}
.choice:first-of-type{border-radius:8px 8px 0 0}
.choice:last-of-type{border-radius:0 0 8px 8px}
.choice:has(:checked){background:var(--brand-soft)}
.choice input{flex:none;width:20px;height:20px;min-height:0;margin:0;accent-color:var(--brand)}
.choice [aria-hidden]{color:var(--brand-text);letter-spacing:2px}
textarea{display:block;width:100%;margin-bottom:6px;padding:10px 12px;border:1px solid var(--border-strong);border-radius:6px;background:var(--surface);color:var(--text);font:inherit;resize:vertical}
.plain{width:100%;justify-content:flex-start;gap:14px;padding:8px 16px;border:0;border-radius:0;background:none;color:var(--text);font-weight:500;text-align:left}
.plain:hover{background:none}
.plain:hover span{text-decoration:underline}
.actions form{margin:0}
.next>.told{margin:0}
.question,.proof{margin-top:24px}
.question .wishes{margin:12px 0 0}
.proof .actions{margin-top:12px;border:1px solid var(--border);border-radius:8px}
.proof .actions li:first-child{border-top:0}
.proof dt{width:104px}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(132px,1fr));gap:10px;margin-top:12px}
.pictures a{display:block;height:132px;border:1px solid var(--border);border-radius:8px;overflow:hidden;background:var(--canvas)}
.pictures img{display:block;width:100%;height:100%;object-fit:cover}
.pictures .signed a{background:#fff}
.pictures .signed img{object-fit:contain;padding:8px}
.next>.actions:first-child li:first-child{border-top:0}
.ask>section,.ask>section+.wishes,.ask>.wishes+.wishes{margin-top:32px;padding-top:24px;border-top:1px solid var(--border)}
#digits-hint,#subscribe-hint,#link-hint,#position-hint,.widget #hint{display:block;margin-top:8px}
.pair{display:flex;flex-direction:column;margin-bottom:12px}
.pair label{margin-bottom:4px;font-weight:500}
.wishes h2{margin-bottom:0}
.question h2+form{margin-top:12px}
.ask>.quiet,.ask>p:last-child{margin-top:12px}
.ask>p:last-child a{display:inline-flex;align-items:center;min-height:44px}
.wishes.told{gap:12px;padding:16px}
.pair input{flex:none}
.told{margin-top:16px;padding:12px 16px;border-left:4px solid var(--brand-border);background:var(--brand-soft)}
.widget form{margin:0}
.widget{max-width:640px;margin:0 auto;padding:16px;display:flex;flex-direction:column;gap:12px}
.several{margin-top:16px;border:1px solid var(--border);border-radius:8px}
.several li+li{border-top:1px solid var(--border)}
.several a{display:flex;flex-direction:column;min-height:48px;padding:10px 16px;color:var(--text);text-decoration:none}
.several .mono{color:var(--brand-text);font-weight:600}
.foot{border-top:1px solid var(--border)}
.foot .row{min-height:56px;padding-top:8px;padding-bottom:8px}
.questions{display:flex;gap:4px 16px;flex-wrap:wrap;align-items:center}
.questions a{font-weight:500;display:inline-block;padding:4px 0;text-decoration:none}
@media(max-width:479.98px){.wishes>button,.question .field button{width:100%}}
@media(min-width:768px){main{padding-top:32px}h1{font-size:32px;line-height:40px}.lead{font-size:18px;line-height:28px}.steps li{font-size:14px;line-height:20px}}
@media(min-width:992px){.columns{display:grid;grid-template-columns:minmax(0,1fr) 300px;gap:56px;align-items:start}aside{margin:0;padding:20px;border:1px solid var(--border);border-radius:8px;background:var(--canvas)}}
@media print{body{font-size:12px;line-height:17px}.another,.actions,.skip{display:none}main{padding:12px 0}h1{font-size:20px;line-height:26px}.next{margin-top:10px}.steps{margin:12px 0}.events li{padding-bottom:6px;break-inside:avoid}.now{background:none}.quiet,.events time{font-size:11px;line-height:15px}.steps li{font-size:11px}}
`
