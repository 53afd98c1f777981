import { expect, it } from 'vitest'
import { avatarLetters } from './person-name.ts'

it.each([
  ['Jan van der Merwe', 'JM'],
  ['JAN VAN DER MERWE', 'JM'],
  ['Maria Anna du Toit', 'MT'],
  ['Pieter le Roux', 'PR'],
  ['Karl von Berg', 'KB'],
  ['Thandi', 'T'],
  ['  Élodie   Dlamini (driver)', 'ÉD'],
  ['De', 'D'],
  ['', ''],
])('takes the avatar letters of ‘%s’ from first and last name: ‘%s’', (name, letters) => {
  expect(avatarLetters(name)).toBe(letters)
})
