import fs from 'node:fs'
import { expect, it } from 'vitest'

const css = fs.readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const badges = fs.readFileSync(new URL('../ui/small.module.css', import.meta.url), 'utf8')

/** What a rule of a stylesheet gives a property. */
const given = (text: string, rule: string, property: string) =>
  new RegExp(`${property}: ([^;]+);`).exec(text.slice(text.indexOf(rule)))?.[1]

/** Foreground and soft background of each family, in light and in dark. */
const shades = {
  info: ['#1d4ed8', '#e8f0fe', '#9ec1ff', '#15294d'],
  success: ['#166534', '#e7f6ec', '#86e0a6', '#0f3320'],
  warning: ['#854d0e', '#fef6d8', '#f5d37a', '#3d2e07'],
  danger: ['#b42318', '#fdecea', '#ffb0a8', '#4a1512'],
  neutral: ['#475467', '#eef0f3', '#c5ccd6', '#2b313b'],
} as const

it.each(Object.entries(shades))('[STAT-065] %s has its exact shades in light and dark', (family, wanted) => {
  const found = [':root,', "[data-theme-sample='dark'] {"].flatMap((rule) => [
    given(css, rule, `--${family}`),
    given(css, rule, `--${family}-soft`),
  ])
  expect(found).toEqual(wanted)
})

it.each([
  ['badge', 'neutral'],
  ['blue', 'info'],
  ['green', 'success'],
  ['yellow', 'warning'],
  ['red', 'danger'],
])('[STAT-065] a badge of .%s is drawn in %s', (family, token) => {
  expect([given(badges, `.${family} {`, 'background'), given(badges, `.${family} {`, '\\n  color')]).toEqual([
    `var(--${token}-soft)`,
    `var(--${token})`,
  ])
})
