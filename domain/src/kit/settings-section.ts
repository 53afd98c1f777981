import { z } from 'zod'
import { setting, type Setting, type SettingTab } from './setting.ts'
import { clock, flag, list, num, rand, text } from './wire.ts'

/** What a setting may say of itself beyond key, title and default. */
export interface MoreAboutSetting {
  description?: string
  public?: boolean
  secret?: boolean
}

/**
 * Declares settings of one section of the settings screen, one short line per setting. Numbers carry their unit in
 * the title; amounts are cents in code and Rand in storage.
 */
export function settingsSection(tab: SettingTab, section: string) {
  const declare = <Value>(
    key: string,
    title: string,
    schema: z.ZodType<Value>,
    value: Value,
    more: MoreAboutSetting = {},
  ): Setting<Value> => setting<Value>(key, { tab, section, title, schema, default: value, ...more })

  return {
    /** On or off. */
    toggle: (key: string, title: string, value: boolean, more?: MoreAboutSetting) =>
      declare(key, title, flag, value, more),
    /** A number from `min` to `max`. */
    number: (
      key: string,
      title: string,
      value: number,
      range: { min: number; max: number },
      more?: MoreAboutSetting,
    ) => declare(key, title, num.pipe(z.number().min(range.min).max(range.max)), value, more),
    /** A whole number from `min` to `max`. */
    whole: (
      key: string,
      title: string,
      value: number,
      range: { min: number; max: number },
      more?: MoreAboutSetting,
    ) => declare(key, title, num.pipe(z.int().min(range.min).max(range.max)), value, more),
    /** An amount of money of 0 or more. */
    amount: (key: string, title: string, value: number, more?: MoreAboutSetting) =>
      declare(key, title, rand.pipe(z.int().nonnegative()), value, more),
    /** One line of text. */
    words: (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(key, title, text(255), value, more),
    /** Several lines of text. */
    lines: (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(key, title, text(20_000, { lines: true }), value, more),
    /** `HH:mm`. */
    time: (key: string, title: string, value: string, more?: MoreAboutSetting) =>
      declare(key, title, clock, value, more),
    /** A list of short texts. */
    texts: (key: string, title: string, value: string[], more?: MoreAboutSetting) =>
      declare(key, title, list(text(255)), value, more),
    /** A list of numbers. */
    numbers: (key: string, title: string, value: number[], more?: MoreAboutSetting) =>
      declare(key, title, list(num), value, more),
    /** One of a few words. */
    one: <const Word extends string>(
      key: string,
      title: string,
      words: readonly Word[],
      value: NoInfer<Word>,
      more?: MoreAboutSetting,
    ) =>
      declare<Word>(
        key,
        title,
        z.enum(words as readonly [Word, ...Word[]]) as unknown as z.ZodType<Word>,
        value,
        more,
      ),
    /** Several of a few words. */
    many: <const Word extends string>(
      key: string,
      title: string,
      words: readonly Word[],
      value: NoInfer<Word>[],
      more?: MoreAboutSetting,
    ) =>
      declare<Word[]>(
        key,
        title,
        list(z.enum(words as readonly [Word, ...Word[]]) as unknown as z.ZodType<Word>),
        value,
        more,
      ),
    /** Rows of a table. */
    rows: <Row>(key: string, title: string, row: z.ZodType<Row>, value: Row[], more?: MoreAboutSetting) =>
      declare<Row[]>(key, title, z.array(row), value, more),
  }
}
