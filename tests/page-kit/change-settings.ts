import type { TestLocator, TestPage } from './page-api.ts'

/** An edit of a setting with a special editor: how to edit it, how to read its row, and the expected value. */
export interface EditorCase {
  edit(row: TestLocator): Promise<void>
  read(row: TestLocator): Promise<unknown>
  value: unknown
}

/** The edit of a setting's row: set a switch, fill in a text, choose an option, add an entry, or a special case. */
export type SettingEdit = boolean | string | { choose: string } | { add: string } | EditorCase

/** A setting of a tab: its key, the label of its row, and the edit. */
export type SettingChange = readonly [key: string, label: string, edit: SettingEdit]

/** What a row showed after saving and reloading the page, and what it should show. */
export interface SettingRowHandle {
  label: string
  shown: unknown
  typed: unknown
}

export const settingRow = (page: TestPage, key: string): TestLocator =>
  page.locator(`[data-setting="${key}"]`)

/** Opens a tab of the settings and waits for its first row. */
export async function openSettings(page: TestPage, web: string, tab: string): Promise<void> {
  await page.goto(`${web}/settings?tab=${tab}`)
  await page.locator('[data-setting]').first().waitFor()
}

/**
 * Changes settings of one tab as an administrator does, saves them together and reloads the page. Returns what each
 * row then shows, by key.
 */
export async function changeSettings(
  page: TestPage,
  web: string,
  tab: string,
  changes: readonly SettingChange[],
): Promise<Map<string, SettingRowHandle>> {
  await openSettings(page, web, tab)
  for (const [key, , edit] of changes) await editRow(page, settingRow(page, key), edit)
  await page.getByRole('button', { name: /^Save \d+ changes?$/ }).click()
  await page.getByText(/^(Setting|\d+ settings) saved$/).waitFor()
  await openSettings(page, web, tab)
  const rows = new Map<string, SettingRowHandle>()
  for (const [key, , edit] of changes) rows.set(key, await readRow(settingRow(page, key), edit))
  return rows
}

const field = (row: TestLocator): TestLocator => row.locator('input:not([type=color]), textarea').first()

async function editRow(page: TestPage, row: TestLocator, edit: SettingEdit): Promise<void> {
  if (typeof edit === 'boolean') await row.getByRole('switch').setChecked(edit)
  else if (typeof edit === 'string') await field(row).fill(edit)
  else if ('edit' in edit) await edit.edit(row)
  else if ('choose' in edit) {
    await row.getByRole('combobox').click()
    await page.getByRole('option', { name: edit.choose, exact: true }).click()
  } else {
    await row.getByRole('textbox', { name: /^New / }).fill(edit.add)
    await row.getByRole('button', { name: 'Add', exact: true }).click()
  }
}

async function readRow(row: TestLocator, edit: SettingEdit): Promise<SettingRowHandle> {
  const label = (await row.locator('span').first().innerText()).trim()
  if (typeof edit === 'boolean')
    return { label, shown: await row.getByRole('switch').isChecked(), typed: edit }
  if (typeof edit === 'string')
    return { label, shown: plain(await field(row).inputValue()), typed: plain(edit) }
  if ('edit' in edit) return { label, shown: await edit.read(row), typed: edit.value }
  if ('choose' in edit) return { label, shown: await chosenIn(row), typed: edit.choose }
  const entries = await row
    .locator('ol input')
    .evaluateAll((inputs) => inputs.map((one) => (one as HTMLInputElement).value))
  return { label, shown: entries.at(-1), typed: edit.add }
}

/** Returns the value shown in a row's combobox, once its choices have loaded. */
export async function chosenIn(row: TestLocator): Promise<string> {
  await row.locator('[role="combobox"]:not([value=""])').waitFor()
  return row.getByRole('combobox').inputValue()
}

/** Removes thousands separators and empty cents (`.00`) from a number; returns other texts unchanged. */
function plain(text: string): string {
  const figures = text.replaceAll(/[\s\u00a0]|,(?=\d{3})/g, '').replace(/\.00$/, '')
  return /^\d+([.,]\d+)?$/.test(figures) ? figures.replace(',', '.') : text
}
