import { expect, it } from 'vitest'
import { passwordHint } from './password-hint.ts'

const owner = {
  name: 'Naledi Mokoena',
  email: 'naledi@karoo.example',
  username: 'naledi@karoo.example',
  provider: 'Fynbos',
}

it.each([
  ['', 'At least 10 characters. A few words together are easy to remember.'],
  ['grey', '6 more characters.'],
  ['grey tile', '1 more character.'],
  ['grey tiles of the karoo', 'Strong enough.'],
  ['naledi mokoena', 'A password must not be your name, your e-mail address or the name of the company.'],
])('for the password ‘%s’ the hint is: %s', (password, hint) => {
  expect(passwordHint(password, 10, owner)).toBe(hint)
})
