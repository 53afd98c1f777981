const modifier_keys: Record<string, string> = { Control: 'Control', Shift: 'Shift', Alt: 'Alt', Meta: 'Meta' }

/** Converts Playwright's notation of a key press, such as `Control+Shift+K`, to that of user-event. */
export function keysOf(press: string): string {
  const parts = press === '+' ? ['+'] : press.split('+')
  const key = parts.at(-1) ?? ''
  const held = parts
    .slice(0, -1)
    .map((name) => modifier_keys[name === 'ControlOrMeta' ? 'Control' : name] ?? name)
  const pressed =
    key === 'Space' ? '[Space]' : /^[{[]$/.test(key) ? key + key : key.length === 1 ? key : `{${key}}`
  return (
    held.map((name) => `{${name}>}`).join('') +
    pressed +
    held
      .toReversed()
      .map((name) => `{/${name}}`)
      .join('')
  )
}
