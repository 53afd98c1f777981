import { z } from 'zod'
import { forceHttps, isWebsite } from './texts/format.ts'
import { phone } from './contacts/phone.ts'
import { setting, type MoreAboutSetting, type Setting, type SettingTab } from './setting.ts'
import { choicesOf, type SettingColumn, type SettingControl } from './setting-control.ts'
import { WeekHours } from './dates/week-hours.ts'
import { clock, day, flag, instant, list, num, randAtLeastZero, text } from './calls/wire.ts'

export type { MoreAboutSetting } from './setting.ts'

/** Limits of a number and the unit that stands behind it. */
export interface NumberRange {
  min: number
  max: number
  unit?: string
}

/** Words with better labels than the words themselves. */
export type Labels = Readonly<Record<string, string>>

/** A table of rows: what a row is called, its columns, and what a new row holds. */
export interface RowTableOptions<Row> {
  noun: string
  columns: readonly (SettingColumn & { key: keyof Row & string })[]
  empty: Row & Readonly<Record<string, unknown>>
}

/** Whoever types `example.co.za/terms` means the secure page there. */
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
 * Declares settings of one section of the settings screen, one short line per setting. Amounts are cents in code and
 * Rand in storage. Keys of sections stand in `domain/src/settings/sections.ts`.
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
      { min, max, unit }: NumberRange,
      more?: MoreAboutSetting,
    ) =>
      declare(
        key,
        title,
        num.pipe(base.min(min).max(max)),
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
    /** On or off. */
    toggle: (key: string, title: string, value: boolean, more?: MoreAboutSetting) =>
      declare(key, title, flag, value, { kind: 'toggle' }, more),
    /** A number from `min` to `max`. */
    number: numberOf(false),
    /** A whole number from `min` to `max`. */
    whole: numberOf(true),
    /** An amount of money of 0 or more. */
    amount: (key: string, title: string, value: number, more?: MoreAboutSetting) =>
      declare(key, title, randAtLeastZero, value, { kind: 'money' }, more),
    /** One line of text. */
    words: line(),
    /** One line with e-mail addresses. */
    email: line('email'),
    /** One line with a phone number. */
    phone: line('phone'),
    /** The address of a page. */
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
    /** Formatted text, written with marks (`domain/src/kit/texts/markdown.ts`). */
    prose: longText('prose', 200_000),
    /** HTML for a sandboxed frame. */
    widget: longText('widget', 20_000),
    /** What is written and never read back; `sent_to` names the settings that say where it is sent, if any do. */
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
    /** A list of short texts; `noun` is what one of them is called. */
    texts: (key: string, title: string, value: string[], more: MoreAboutSetting & { noun?: string } = {}) => {
      const { noun = 'entry', ...rest } = more
      return declare(key, title, list(text(255)), value, { kind: 'texts', noun, max: 255 }, rest)
    },
    /** A list of numbers. */
    numbers: (
      key: string,
      title: string,
      value: number[],
      more: MoreAboutSetting & { unit?: string } = {},
    ) => {
      const { unit, ...rest } = more
      return declare(key, title, list(num), value, { kind: 'numbers', ...(unit ? { unit } : {}) }, rest)
    },
    /** One of a few words. */
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
        z.enum(words as readonly [Word, ...Word[]]) as unknown as z.ZodType<Word>,
        value,
        { kind: 'one', choices: choicesOf(words, labels) },
        rest,
      )
    },
    /** A day of the week, Sunday 0 to Saturday 6. */
    weekday: (key: string, title: string, value: number, more?: MoreAboutSetting) =>
      declare(key, title, num.pipe(z.int().min(0).max(6)), value, { kind: 'weekday' }, more),
    /** Several of a few words. */
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
        list(z.enum(words as readonly [Word, ...Word[]]) as unknown as z.ZodType<Word>),
        value,
        { kind: 'many', choices: choicesOf(words, labels) },
        rest,
      )
    },
    /** Countries by name. */
    countries: (key: string, title: string, value: string[], more?: MoreAboutSetting) =>
      declare(key, title, list(text(100)), value, { kind: 'countries' }, more),
    /** A colour in any form that style sheets know; `fallback` counts while it is empty. */
    colour: (key: string, title: string, value: string, fallback: string, more?: MoreAboutSetting) =>
      declare(key, title, colour, value, { kind: 'colour', fallback }, more),
    /** The address of a picture. */
    image: (key: string, title: string, shape: 'wide' | 'square', more?: MoreAboutSetting) =>
      declare(key, title, text(500).pipe(web_address), '', { kind: 'image', shape }, more),
    /** Open and close of every weekday. */
    hours: (key: string, title: string, value: WeekHours, more?: MoreAboutSetting) =>
      declare<WeekHours>(key, title, week, value, { kind: 'hours' }, more),
    /** Rows of a table. */
    rows: <Row>(
      key: string,
      title: string,
      row: z.ZodType<Row>,
      value: Row[],
      look: RowTableOptions<Row>,
      more?: MoreAboutSetting,
    ) => declare<Row[]>(key, title, z.array(row), value, { kind: 'rows', ...look }, more),
    /** A value with a form of its own. */
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
