import { z } from 'zod'
import { forceHttps, isWebsite } from './texts/format.ts'
import { phone } from './contacts/phone.ts'
import { setting, type MoreAboutSetting, type Setting, type SettingTab } from './setting.ts'
import { choicesOf, type SettingColumn, type SettingControl } from './setting-control.ts'
import { WeekHours } from './dates/week-hours.ts'
import { clock, day, flag, instant, list, num, randAtLeastZero, text } from './calls/wire.ts'

export type { MoreAboutSetting } from './setting.ts'

/** Limits of a number, and the unit displayed after it. */
export interface NumberRange {
  min: number
  max: number
  unit?: string
  /** Where stored values stay valid up to a higher limit, which earlier releases had. */
  stored_max?: number
}

/** Labels for values whose own word is not a good label. */
export type Labels = Readonly<Record<string, string>>

/** An editable table: the name of one row, its columns, and the values of a new row. */
export interface RowTableOptions<Row> {
  noun: string
  columns: readonly (SettingColumn & { key: keyof Row & string })[]
  empty: Row & Readonly<Record<string, unknown>>
}

/** A typed address without a scheme, such as `example.co.za/terms`, gets https. */
const web_address = z
  .string()
  .overwrite((typed) => (isWebsite(typed) && !/^https?:/i.test(typed) ? forceHttps(typed) : typed))
  .regex(/^$|^(https?:\/\/|\/)[^\s<>"']*$/i, 'must be an address that begins with https:// or /')
const colour = text(60)
const week = WeekHours.refine(
  (hours) => Object.values(hours).every((one) => one === null || one.open < one.close),
  'must close after it opens on every day',
)

/**
 * Returns functions that declare settings of one section of the settings screen, one short line per setting. Amounts
 * are cents in code and Rand in storage. Section keys are listed in `domain/src/settings/sections.ts`.
 */
export function settingsSection(tab: SettingTab, section: string) {
  const declare = <Value>(
    key: string,
    title: string,
    schema: z.ZodType<Value>,
    value: Value,
    control: SettingControl,
    more: MoreAboutSetting = {},
  ): Setting<Value> => setting<Value>(key, { tab, section, title, schema, default: value, control, ...more })

  const numberOf = (whole: boolean) => {
    const base = whole ? z.int() : z.number()
    return (
      key: string,
      title: string,
      value: number,
      { min, max, unit, stored_max }: NumberRange,
      more?: MoreAboutSetting,
    ) =>
      declare(
        key,
        title,
        num.pipe(base.min(min).max(stored_max ?? max)),
        value,
        { kind: 'number', whole, min, max, ...(unit ? { unit } : {}) },
        more,
      )
  }
  const line = (format?: 'email' | 'phone') => {
    return (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(
        key,
        title,
        format === 'phone' ? phone : text(255),
        value,
        { kind: 'words', max: format === 'phone' ? 60 : 255, ...(format ? { format } : {}) },
        more,
      )
  }
  const longText = (kind: 'lines' | 'prose' | 'widget', max: number) => {
    return (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(key, title, text(max, { lines: true }), value, { kind, max }, more)
  }

  return {
    /** A switch: on or off. */
    toggle: (key: string, title: string, value: boolean, more?: MoreAboutSetting) =>
      declare(key, title, flag, value, { kind: 'toggle' }, more),
    /** A number from `min` to `max`. */
    number: numberOf(false),
    /** A whole number from `min` to `max`. */
    whole: numberOf(true),
    /** An amount from 0 to `max`, in cents. Larger amounts that are stored already stay valid. */
    amount: (key: string, title: string, value: number, max: number, more?: MoreAboutSetting) =>
      declare(key, title, randAtLeastZero, value, { kind: 'money', max }, more),
    /** One line of text. */
    words: line(),
    /** One line with email addresses. */
    email: line('email'),
    /** One line with a phone number. */
    phone: line('phone'),
    /** The address of a web page. */
    url: (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(
        key,
        title,
        text(500).pipe(web_address),
        value,
        { kind: 'words', max: 500, format: 'url' },
        more,
      ),
    /** Several lines of text. */
    lines: longText('lines', 20_000),
    /** Formatted text, written in Markdown (`domain/src/kit/texts/markdown.ts`). */
    prose: longText('prose', 200_000),
    /** HTML, displayed in a sandboxed frame. */
    widget: longText('widget', 20_000),
    /** A secret value, written but never read back; `sent_to` lists the settings that define where it is sent, if any. */
    secret: (key: string, title: string, more: MoreAboutSetting & { sent_to: readonly Setting[] }) =>
      declare(
        key,
        title,
        text(500),
        '',
        { kind: 'secret' },
        { ...more, secret: true, guarded: 'credential' },
      ),
    /** `HH:mm`. */
    time: (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(key, title, clock, value, { kind: 'time' }, more),
    /** A calendar day, or none. */
    day: (key: string, title: string, more?: MoreAboutSetting) =>
      declare<string | null>(key, title, day.nullable(), null, { kind: 'day' }, more),
    /** A moment, or none. */
    moment: (key: string, title: string, more?: MoreAboutSetting) =>
      declare<Date | null>(key, title, instant.nullable(), null, { kind: 'moment' }, more),
    /** A list of short texts; `noun` names one of them. */
    texts: (key: string, title: string, value: string[], more: MoreAboutSetting & { noun?: string } = {}) => {
      const { noun = 'entry', ...rest } = more
      return declare(key, title, list(text(255)), value, { kind: 'texts', noun, max: 255 }, rest)
    },
    /** A list of numbers from 0 to `max`. Others that are stored already stay valid. */
    numbers: (
      key: string,
      title: string,
      value: number[],
      max: number,
      more: MoreAboutSetting & { unit?: string } = {},
    ) => {
      const { unit, ...rest } = more
      return declare(key, title, list(num), value, { kind: 'numbers', max, ...(unit ? { unit } : {}) }, rest)
    },
    /** One of several words. */
    one: <const Word extends string>(
      key: string,
      title: string,
      words: readonly Word[],
      value: NoInfer<Word>,
      more: MoreAboutSetting & { labels?: Labels } = {},
    ) => {
      const { labels, ...rest } = more
      return declare<Word>(
        key,
        title,
        z.enum(words as readonly [Word, ...Word[]]),
        value,
        { kind: 'one', choices: choicesOf(words, labels) },
        rest,
      )
    },
    /** A day of the week, Sunday 0 to Saturday 6. */
    weekday: (key: string, title: string, value: number, more?: MoreAboutSetting) =>
      declare(key, title, num.pipe(z.int().min(0).max(6)), value, { kind: 'weekday' }, more),
    /** Any number of several words. */
    many: <const Word extends string>(
      key: string,
      title: string,
      words: readonly Word[],
      value: NoInfer<Word>[],
      more: MoreAboutSetting & { labels?: Labels } = {},
    ) => {
      const { labels, ...rest } = more
      return declare<Word[]>(
        key,
        title,
        // The compiler does not see that the values of a generic enum are its words.
        list(z.enum(words as readonly [Word, ...Word[]]) as unknown as z.ZodType<Word>),
        value,
        { kind: 'many', choices: choicesOf(words, labels) },
        rest,
      )
    },
    /** Countries by name. */
    countries: (key: string, title: string, value: string[], more?: MoreAboutSetting) =>
      declare(key, title, list(text(100)), value, { kind: 'countries' }, more),
    /** A colour in any CSS form; `fallback` applies when the value is empty. */
    colour: (key: string, title: string, value: string, fallback: string, more?: MoreAboutSetting) =>
      declare(key, title, colour, value, { kind: 'colour', fallback }, more),
    /** The address of a picture. */
    image: (key: string, title: string, shape: 'wide' | 'square', more?: MoreAboutSetting) =>
      declare(key, title, text(500).pipe(web_address), '', { kind: 'image', shape }, more),
    /** Opening and closing time of every weekday. */
    hours: (key: string, title: string, value: WeekHours, more?: MoreAboutSetting) =>
      declare<WeekHours>(key, title, week, value, { kind: 'hours' }, more),
    /** Rows of a table. */
    rows: <Row>(
      key: string,
      title: string,
      row: z.ZodType<Row>,
      value: Row[],
      options: RowTableOptions<Row>,
      more?: MoreAboutSetting,
    ) => declare<Row[]>(key, title, z.array(row), value, { kind: 'rows', ...options }, more),
    /** A value with its own editor. */
    custom: <Value>(
      key: string,
      title: string,
      schema: z.ZodType<Value>,
      value: Value,
      control: SettingControl,
      more?: MoreAboutSetting,
    ) => declare(key, title, schema, value, control, more),
  }
}
