import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanUp, show } from '../../sample-page.tsx'
import { Tabs } from './Tabs.tsx'

afterEach(cleanUp)

const tabs = ['Parcels to load', 'Parcels on the floor', 'Damaged parcels', 'Missing parcels'].map(
  (label) => ({
    key: label,
    label,
  }),
)

function Strip({ of }: { of: typeof tabs }) {
  const [chosen, choose] = useState(tabs[0]?.key ?? '')
  return <Tabs tabs={of} chosen={chosen} onChoose={choose} label="Parcels" />
}

/** The strip that scrolls: the parent of the tab list. */
const strip = (): HTMLElement => {
  const box = page.getByRole('tablist').element().parentElement
  if (!box) throw new Error('The tab list has no strip.')
  return box
}
const mask = (): string => getComputedStyle(strip()).webkitMaskImage

it('fades the side of the strip on which tabs are hidden, and brings the focused tab out of the fade', async () => {
  await page.viewport(390, 600)
  await show(<Strip of={tabs} />)
  await expect.poll(() => strip().dataset.more).toBe('end')
  expect(mask()).toContain('gradient')
  await page.getByRole('tab', { name: 'Parcels to load' }).click()
  await userEvent.keyboard('{End}')
  const last = page.getByRole('tab', { name: 'Missing parcels' })
  await expect.element(last).toHaveFocus()
  await expect.poll(() => strip().dataset.more).toBe('start')
  expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(
    strip().getBoundingClientRect().right,
  )
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => strip().dataset.more).toBe('start end')
})

it('does not fade a strip that is visible as a whole', async () => {
  await page.viewport(390, 600)
  await show(<Strip of={tabs.slice(0, 2)} />)
  await expect.element(page.getByRole('tab', { name: 'Parcels on the floor' })).toBeVisible()
  await expect.poll(() => strip().dataset.more).toBeUndefined()
  expect(mask()).toBe('none')
})
