/**
 * Returns a script that implements the part of Google’s script that the application uses: `initialize`, `cancel`, and
 * `prompt`, which offers to continue with an account and passes the token to the callback.
 */
export function oneTapScript(issuerUrl: string): string {
  return `(() => {
  let asked = null
  const box = document.createElement('div')
  const cancel = () => box.remove()
  const prompt = () => {
    box.setAttribute('role', 'dialog')
    box.setAttribute('aria-label', 'Stand-in for Google')
    box.style.cssText = 'position:fixed;top:16px;right:16px;padding:16px;border-radius:8px;background:#fff;color:#111;border:1px solid #888;font:14px/20px sans-serif'
    const person = Object.assign(document.createElement('input'), { type: 'email', value: 'karin@gmail.example' })
    person.setAttribute('aria-label', 'Google account')
    person.style.cssText = 'background:#fff;color:#111;border:1px solid #767676;min-height:28px'
    const go = Object.assign(document.createElement('button'), { textContent: 'Continue with one tap' })
    go.style.cssText = 'margin-left:8px;min-height:28px;background:#eee;color:#111;border:1px solid #767676'
    go.onclick = async () => {
      const values = new URLSearchParams({ client_id: asked.client_id, nonce: asked.nonce, email: person.value })
      const answer = await fetch(${JSON.stringify(issuerUrl)} + '/gsi/token?' + values)
      cancel()
      asked.callback({ credential: await answer.text(), select_by: 'user' })
    }
    box.replaceChildren(person, go)
    document.body.append(box)
  }
  window.google = { accounts: { id: { initialize: (about) => (asked = about), prompt, cancel } } }
})()
`
}
