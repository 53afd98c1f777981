import { interhub_carriers, hub_bays } from '../hub/settings.ts'
import { isServedVersion } from '../drivers/app-version.ts'
import {
  driver_app_minimum_version,
  driver_app_recommended_version,
  pod_fallback,
} from '../drivers/settings.ts'
import { app_version } from '../kit/app.ts'
import { isTextOf, messageTextProblems } from '../notifications/message-texts.ts'
import { message_texts, sms_max_segments } from '../notifications/settings.ts'
import { formatRand } from '../kit/money.ts'
import { readableWord, type SettingControl } from '../kit/setting-control.ts'
import { fallback_fields } from '../drivers/proof.ts'
import { registration_fields, internal_account_fields } from '../accounts/settings.ts'
import { site_wide_message_from, site_wide_message_until } from '../identity/settings.ts'
import { parseColour } from '../kit/colour.ts'
import type { FieldProblem } from '../kit/problem.ts'
import type { Setting } from '../kit/setting.ts'
import {
  parcel_max_height,
  parcel_max_length,
  parcel_max_weight,
  parcel_max_width,
  parcel_min_height,
  parcel_min_length,
  parcel_min_weight,
  parcel_min_width,
} from '../rates/settings.ts'
import {
  collection_time_from,
  collection_time_to,
  delivery_time_from,
  delivery_time_to,
  note_types,
  parcel_types,
} from '../shipments/settings.ts'
import { catalogue } from './catalogue.ts'
import { feature_toggles } from './feature-toggles.ts'

/** The value of a setting as it would be after saving. */
export type ValueOf = <Value>(setting: Setting<Value>) => Value

/** A rule across settings: the settings it concerns, and their problem, or `null`. */
interface SettingsRule {
  concerns: readonly Setting[]
  problem: (value: ValueOf) => { setting: Setting; message: string } | null
}

const ascending = <Value extends number | string>(
  low: Setting<Value>,
  high: Setting<Value>,
): SettingsRule => ({
  concerns: [low, high],
  problem: (value) =>
    value(low) < value(high)
      ? null
      : {
          setting: high,
          message: `must be above ${low.title.toLowerCase()}, which is ${value(low)}`,
        },
})

const distinct = <Row>(setting: Setting<Row[]>, keyOf: (row: Row) => string, what: string): SettingsRule => ({
  concerns: [setting],
  problem: (value) => {
    const keys = value(setting).map((row) => keyOf(row).trim().toLowerCase())
    const twice = keys.find((key, at) => keys.indexOf(key) !== at)
    const blank = keys.indexOf('')
    if (blank >= 0) return { setting, message: `has a row ${blank + 1} without ${what}` }
    return twice === undefined
      ? null
      : { setting, message: `has ${what} ${twice} twice; each may be there once` }
  },
})

/** Rejects an app version that this installation does not serve, because it would lock out every driver. */
const servedVersion = (setting: Setting<string>): SettingsRule => ({
  concerns: [setting],
  problem: (value) =>
    isServedVersion(value(setting))
      ? null
      : {
          setting,
          message: `must not be above ${app_version}, the current version`,
        },
})

const rules: readonly SettingsRule[] = [
  ascending(parcel_min_length, parcel_max_length),
  ascending(parcel_min_width, parcel_max_width),
  ascending(parcel_min_height, parcel_max_height),
  ascending(parcel_min_weight, parcel_max_weight),
  ascending(collection_time_from, collection_time_to),
  ascending(delivery_time_from, delivery_time_to),
  distinct(parcel_types, ({ name }) => name, 'name'),
  distinct(note_types, ({ key }) => key, 'key'),
  distinct(registration_fields, ({ key }) => key, 'key'),
  distinct(internal_account_fields, ({ key }) => key, 'key'),
  distinct(interhub_carriers, ({ name }) => name, 'name'),
  distinct(hub_bays, ({ code }) => code, 'code'),
  distinct(feature_toggles, ({ name }) => name, 'name'),
  servedVersion(driver_app_minimum_version),
  servedVersion(driver_app_recommended_version),
  {
    // Checked only when texts change. If the SMS limit is lowered later, the standard text replaces a text that no
    // longer fits when it is sent.
    concerns: [message_texts],
    problem: (value) => {
      const texts = value(message_texts)
      for (const [at, text] of texts.entries()) {
        const name = `${readableWord(text.event)}, ${text.channel === 'sms' ? 'SMS' : 'e-mail'} to the ${text.recipient} contact`
        if (texts.findIndex((other) => isTextOf(other, text)) !== at)
          return { setting: message_texts, message: `has two texts for ${name}` }
        const [problem] = messageTextProblems(text, value(sms_max_segments))
        if (problem)
          return {
            setting: message_texts,
            message: `has a mistake in ${name}: ${problem.message.replace(/\.$/, '')}`,
          }
      }
      return null
    },
  },
  {
    concerns: [parcel_types],
    problem: (value) =>
      value(parcel_types).filter(({ is_default }) => is_default).length > 1
        ? { setting: parcel_types, message: 'may have only one default' }
        : null,
  },
  {
    concerns: [site_wide_message_from, site_wide_message_until],
    problem: (value) => {
      const [from, until] = [value(site_wide_message_from), value(site_wide_message_until)]
      return from && until && from >= until
        ? {
            setting: site_wide_message_until,
            message: 'must be after the start time',
          }
        : null
    },
  },
  {
    concerns: Object.values(pod_fallback).flatMap(
      ({ enabled, required }) => [enabled, required] as Setting[],
    ),
    problem: (value) =>
      fallback_fields.some(
        (field) => value(pod_fallback[field].enabled) && value(pod_fallback[field].required),
      )
        ? null
        : {
            setting: pod_fallback.name.required,
            message: 'must be on, or another fallback must be required: a delivery without PIN needs proof',
          },
  },
]

/** Returns the problem of a colour value. Any CSS colour is valid; an empty value means the product’s default. */
function colourProblem(setting: Setting, value: unknown): string | null {
  if (setting.control.kind !== 'colour' || value === '') return null
  return parseColour(value) ? null : 'must be a colour such as #15803D'
}

/**
 * Returns the problem of a number or amount above the limit of its setting. The limits are checked only when a setting
 * is saved: a larger value that is stored already stays valid.
 */
function limitProblem(control: SettingControl, value: unknown): string | null {
  const isAbove = (max: number): boolean => [value].flat().some((one) => typeof one === 'number' && one > max)
  switch (control.kind) {
    case 'number':
      return isAbove(control.max) ? `must be at most ${control.max} ${control.unit ?? ''}`.trim() : null
    case 'numbers': {
      const most = `${control.max} ${control.unit ?? ''}`.trim()
      const isNegative = (value as readonly number[]).some((one) => one < 0)
      return isNegative || isAbove(control.max) ? `must have only numbers from 0 to ${most}` : null
    }
    case 'money':
      return isAbove(control.max) ? `must be at most ${formatRand(control.max)}` : null
    case 'amounts':
      return isAbove(control.max) ? `must have only amounts up to ${formatRand(control.max)}` : null
    case 'rows':
      return (
        control.columns
          .flatMap(({ key, label, control: of }) =>
            (value as Readonly<Record<string, unknown>>[]).map((row) => {
              const problem = limitProblem(of, row[key])
              return problem && `has a row whose ${label} ${problem}`
            }),
          )
          .find((problem) => problem !== null) ?? null
      )
    default:
      return null
  }
}

/** Returns the problems of settings to be saved that their own schemas do not cover; empty when there are none. */
export function settingsProblems(changed: readonly Setting[], value: ValueOf): FieldProblem[] {
  const keys = new Set(changed.map(({ key }) => key))
  const between = rules
    .filter(({ concerns }) => concerns.some(({ key }) => keys.has(key)))
    .flatMap(({ problem }) => problem(value) ?? [])
  const own = changed.flatMap((setting) => {
    const message = colourProblem(setting, value(setting)) ?? limitProblem(setting.control, value(setting))
    return message ? [{ setting, message }] : []
  })
  return [...between, ...own].map(({ setting, message }) => ({
    field: setting.key,
    message: `${setting.title} ${message}.`,
  }))
}

/** Returns a text that describes the values a setting accepts, for use in error messages (SET bad input). */
export function allowedValues(setting: Setting): string {
  const { control } = setting
  switch (control.kind) {
    case 'toggle':
      return 'true or false'
    case 'number':
      return `a ${control.whole ? 'whole ' : ''}number from ${control.min} to ${control.max}`
    case 'money':
      return `an amount from ${formatRand(0)} to ${formatRand(control.max)}`
    case 'one':
      return `one of ${control.choices.map(({ value }) => value).join(', ')}`
    case 'many':
      return `a list of ${control.choices.map(({ value }) => value).join(', ')}`
    case 'weekday':
      return 'a number from 0 for Sunday to 6 for Saturday'
    case 'time':
      return 'a time such as 08:30'
    case 'day':
      return 'a date such as 2026-01-31, or nothing'
    case 'moment':
      return 'a moment such as 2026-01-31 08:30, or nothing'
    case 'hours':
      return 'the opening and closing times of each weekday, opening before closing'
    case 'message_texts':
      return 'a list of texts with event, recipient, channel, subject and text'
    case 'rows':
      return `a list of rows with ${control.columns.map(({ key }) => key).join(', ')}`
    case 'numbers':
      return `a list of numbers from 0 to ${control.max}`
    case 'amounts':
      return `a list of amounts up to ${formatRand(control.max)}`
    case 'texts':
    case 'countries':
      return 'a list of texts'
    case 'image':
      return 'the address of a picture, or nothing'
    case 'words':
      if (control.format === 'url') return 'an address that begins with https:// or /, or nothing'
      return `a text of at most ${control.max} characters`
    case 'named':
    case 'lines':
    case 'prose':
    case 'widget':
      return `a text of at most ${control.max} characters`
    case 'secret':
    case 'colour':
      return 'a text'
  }
}

/** Returns the declared setting for a key in any case, or `null` when there is none (SET-003). */
export function findSetting(key: string): Setting | null {
  return catalogue.get(key.toLowerCase()) ?? null
}
