import type { Cents } from '@waybill/domain/kit/money'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { announce } from '../layers/announcements.ts'
import { useFunctionKeys } from '../layers/use-function-keys.ts'
import { show, cleanUp } from '../sample-page.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { FileField } from './FileField.tsx'
import { FormPanel } from './FormPanel.tsx'
import { TextField } from './TextField.tsx'
import { MoneyField, NumberField } from './TypedField.tsx'
import { tabId } from './drafts/tab-id.ts'
import { useDraft } from './drafts/use-draft.ts'
import { useForm } from './use-form.ts'

vi.mock('../layers/announcements.ts', { spy: true })
vi.mock('./drafts/tab-id.ts', { spy: true })

afterEach(cleanUp)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.mocked(tabId).mockReturnValue('a')
  vi.mocked(announce).mockClear()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })

function Payment({ onSave }: { onSave: (amount: Cents | null) => void }) {
  const form = useForm({
    initial: { amount: null as Cents | null, weight: null as number | null },
    check: ({ amount, weight }) => [
      ...(amount === null ? [{ field: 'amount', message: 'Give the amount.' }] : []),
      ...(weight === null ? [{ field: 'weight', message: 'Give the weight.' }] : []),
    ],
  })
  return (
    <FormPanel form={form} saving={false} error={null} submit="Save" onSubmit={(now) => onSave(now.amount)}>
      <MoneyField {...form.field('amount')} label="Amount" />
      <NumberField {...form.field('weight')} label="Weight" />
      <p>{`Told: ${Object.values(form.errors).join(' ')}`}</p>
    </FormPanel>
  )
}

it('displays only the parse problem of unreadable input, at the field and on submit, until it is corrected', async () => {
  const saved: (Cents | null)[] = []
  await show(<Payment onSave={(amount) => saved.push(amount)} />)
  await userEvent.fill(field('Amount'), '12.345')
  await userEvent.fill(field('Weight'), 'abc')
  await userEvent.tab()
  const both =
    'Told: An amount has at most two decimals, such as 12.34. This is not a number. Type it like 12.5.'
  await expect.element(page.getByText(both)).toBeVisible()
  await userEvent.click(button('Save'))
  await expect.element(page.getByText(both)).toBeVisible()
  await expect.element(page.getByText(/Give the/)).not.toBeInTheDocument()
  await userEvent.fill(field('Amount'), '12.34')
  await userEvent.fill(field('Weight'), '2,5')
  await expect.element(page.getByText('Told:', { exact: true })).toBeVisible()
  await userEvent.click(button('Save'))
  expect(saved).toEqual([1234])
})

it('announces a problem on submit and announces nothing once all fields are valid', async () => {
  const received = () => vi.mocked(announce).mock.calls.map(([text]) => text)
  await show(<Payment onSave={() => undefined} />)
  await userEvent.click(button('Save'))
  await expect.poll(received).toEqual(['Please fill in all the required fields.'])
  await userEvent.fill(field('Amount'), '10')
  await userEvent.fill(field('Weight'), '1')
  await userEvent.click(button('Save'))
  await expect.element(page.getByText('Told:', { exact: true })).toBeVisible()
  expect(received()).toEqual(['Please fill in all the required fields.'])
})

it('saves and acts on a function key once while the keys are held down', async () => {
  const done: string[] = []
  function Capture() {
    const form = useForm({ initial: { name: 'Naledi' } })
    useFunctionKeys({ F8: () => done.push('undone') })
    return (
      <FormPanel form={form} saving={false} error={null} submit="Save" onSubmit={() => done.push('saved')}>
        <TextField {...form.field('name')} label="Name" />
      </FormPanel>
    )
  }
  await show(<Capture />)
  await userEvent.click(field('Name'))
  await userEvent.keyboard('{Control>}{Enter>3/}{/Control}{F8>3/}')
  expect(done).toEqual(['saved', 'undone'])
})

function DraftForm() {
  const form = useForm({ initial: { name: '' } })
  const draft = useDraft('trial', form)
  return (
    <>
      <TextField {...form.field('name')} label="Name" />
      {draft.found_at && <Button onClick={draft.resume}>Continue</Button>}
      {draft.found_at && <Button onClick={draft.discard}>Forget</Button>}
      <Button onClick={draft.finish}>Booked</Button>
    </>
  )
}

const stored = (tab = 'a') => localStorage.getItem(`draft:trial#${tab}`) ?? ''
const store = (tab: string, name: string, more: object = {}) =>
  localStorage.setItem(
    `draft:trial#${tab}`,
    JSON.stringify({ at: new Date().toISOString(), is_left: true, values: { name }, ...more }),
  )
const leave = () => window.dispatchEvent(new Event('pagehide'))

it('keeps an offered draft unchanged while the user types and saves, until the draft is resumed', async () => {
  store('a', 'Naledi')
  await show(<DraftForm />)
  await userEvent.fill(field('Name'), 'x')
  leave()
  expect(stored()).toContain('Naledi')
  await userEvent.click(button('Booked'))
  expect(stored()).toContain('Naledi')
  await userEvent.click(button('Continue'))
  await expect.element(field('Name')).toHaveValue('Naledi')
  await userEvent.fill(field('Name'), 'Naledi M')
  leave()
  expect(stored()).toContain('Naledi M')
})

it('gives each tab its own draft, and offers in a fresh tab the newest one that no open tab is working on', async () => {
  store('b', 'Older', { at: new Date(Date.now() - 3_600_000).toISOString() })
  store('c', 'Newest')
  store('d', 'Open elsewhere', { is_left: false })
  await show(<DraftForm />)
  await userEvent.fill(field('Name'), 'Typed here')
  leave()
  expect(['a', 'b', 'c', 'd'].map((tab) => stored(tab).match(/"name":"([^"]*)"/)?.[1])).toEqual([
    'Typed here',
    'Older',
    'Newest',
    'Open elsewhere',
  ])
  await userEvent.click(button('Continue'))
  await expect.element(field('Name')).toHaveValue('Newest')
  expect(stored()).toContain('Newest')
  expect(stored('c')).toBe('')
})

it('offers the drafts of other tabs only once per tab', async () => {
  store('b', 'Naledi')
  await show(<DraftForm />)
  await expect.element(button('Continue')).toBeVisible()
  await cleanUp()
  await show(<DraftForm />)
  await expect.element(field('Name')).toBeVisible()
  await expect.element(button('Continue')).not.toBeInTheDocument()
  expect(stored('b')).toContain('Naledi')
})

it('offers a draft that a tab has not left once that tab no longer stores it', async () => {
  store('b', 'Crashed', { is_left: false, at: new Date(Date.now() - 120_000).toISOString() })
  await show(<DraftForm />)
  await userEvent.click(button('Continue'))
  await expect.element(field('Name')).toHaveValue('Crashed')
})

it('deletes drafts of more than 30 days ago', async () => {
  store('b', 'Old', { at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
  await show(<DraftForm />)
  await expect.element(field('Name')).toBeVisible()
  expect(stored('b')).toBe('')
})

it('stores the typed values once the offered draft is discarded', async () => {
  store('a', 'Naledi')
  await show(<DraftForm />)
  await userEvent.fill(field('Name'), 'Thabo')
  await userEvent.click(button('Forget'))
  leave()
  expect(stored()).toContain('Thabo')
  await userEvent.click(button('Booked'))
  expect(stored()).toBe('')
})

it.each([
  ['keeps', false, 'areas.kml'],
  ['clears', true, ''],
])('%s the name of a chosen file, which is not bold like the label', async (_, isCleared, name) => {
  const chosen: string[] = []
  await show(
    <FileField
      label="KML file"
      accept=".kml"
      isCleared={isCleared}
      onChoose={(file) => chosen.push(file.name)}
    />,
  )
  const input = page.getByLabelText('KML file')
  await userEvent.upload(input, new File(['<kml/>'], 'areas.kml'))
  await expect.poll(() => chosen).toEqual(['areas.kml'])
  const element = input.element() as HTMLInputElement
  expect(element.files?.[0]?.name ?? '').toBe(name)
  expect(getComputedStyle(element).fontWeight).toBe('400')
  expect(getComputedStyle(page.getByText('KML file').element()).fontWeight).toBe('600')
})
