import { planApi } from '@waybill/domain/drivers/plan'
import { dayDriversApi } from '@waybill/domain/maps/day-drivers-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

interface Board {
  drivers: { username: string; name: string; version: number; figures: { stops: number } }[]
  stops: { driver_username: string; name: string; state: string; references: string[]; visits: object[] }[]
}

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const board = () => product.ask<Board>(admin, 'GET', '/trip-sheet/board')
/** Returns the two drivers with the most stops still to do. */
async function busiest() {
  const { drivers } = await board()
  const [from, to] = drivers.toSorted((one, other) => other.figures.stops - one.figures.stops)
  if (!from || !to || to.figures.stops < 2)
    throw new Error('The demonstration company has too few stops to do.')
  return { from, to }
}
/** Returns the references of the stops that a driver still has to make, in their order. */
const openStops = async (username: string): Promise<string[]> =>
  (await board()).stops
    .filter(({ driver_username, state }) => driver_username === username && state === 'to-do')
    .map(({ references }) => references.join(' '))

const group = (name: string) => staff.getByRole('region', { name, exact: true })
const effect = () => staff.getByRole('region', { name: 'Effect of the change' })
const button = (name: string | RegExp) => staff.getByRole('button', { name })
/** Opens the board with the stops of a driver. */
async function openBoard(driver: string) {
  await staff.goto(`${product.web}/ops-dashboard?mode=dispatch`)
  await group(driver).getByRole('button').first().click()
  return staff.getByRole('listbox', { name: `Stops of ${driver}` }).getByRole('option')
}
/** Sends the dry run of an action, applies it and returns both calls. */
async function applied(action: () => Promise<unknown>) {
  const asked = await product.sends(planApi.change, action)
  await effect().waitFor()
  const text = await effect().textContent()
  const sent = await product.sends(planApi.change, () =>
    effect().getByRole('button', { name: 'Apply' }).click(),
  )
  return { asked, sent, text }
}

describe('dispatch board', () => {
  it('[OPS-001] [OPS-002] opens beside the three modes, moves a stop after showing the effect, and undoes that', async () => {
    const { from, to } = await busiest()
    await staff.goto(`${product.web}/ops-dashboard`)
    await button('Dispatch').click()
    await staff.waitForURL(/mode=dispatch/)
    const before = await openStops(from.username)
    const options = await openBoard(from.name)
    await options
      .filter({ hasText: /Deliver|Collect/ })
      .last()
      .click()
    await button(`More for ${to.name}`).click()
    const asked = await product.sends(planApi.change, () =>
      staff.getByRole('menuitem', { name: 'Move the selected stops here' }).click(),
    )
    expect(asked.input).toMatchObject({ dry_run: true, changes: [{ kind: 'move', to: to.username }] })
    // The other driver belongs to another branch.
    await effect().getByText('One shipment stays where it is:').waitFor()
    expect(await effect().getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true')
    const { sent, text } = await applied(() => button('Assign anyway').click())
    expect(text).toContain(`Move 1 stop to ${to.name}?`)
    expect(text).toMatch(/→ [\d,]+ stops · .* km · .* late.* · .* kg/)
    expect(sent.input).toMatchObject({
      dry_run: false,
      changes: [{ visits: [{ from: from.username }] }],
      assign_anyway: true,
      versions: { [from.username]: from.version, [to.username]: to.version },
    })
    await staff.getByText(`1 stop moved to ${to.name}.`).waitFor()
    expect(await openStops(from.username)).toEqual(before.slice(0, -1))

    const undone = await product.sends(planApi.change, () => button('Undo').click())
    expect(undone.input).toMatchObject({ changes: [{ kind: 'undo' }] })
    await staff.getByText('The change was undone.').waitFor()
    expect(await openStops(from.username)).toEqual(before)
  })

  it('[OPS-002] forgets the effect of a change that was not made when another day is chosen', async () => {
    const { from, to } = await busiest()
    await (
      await openBoard(from.name)
    )
      .filter({ hasText: /Deliver|Collect/ })
      .last()
      .click()
    await button(`More for ${to.name}`).click()
    await staff.getByRole('menuitem', { name: 'Move the selected stops here' }).click()
    await effect().waitFor()
    const day = staff.getByRole('textbox', { name: 'Day' })
    await day.fill('2099-12-30')
    await product.sends(planApi.board, () => day.press('Enter'))
    await group('Not on a route').waitFor()
    expect(await effect().count()).toBe(0)
  })

  it('[OPS-002] orders the stops of a ticked driver, and moves and locks a stop by keyboard', async () => {
    const { from } = await busiest()
    const options = await openBoard(from.name)
    await group(from.name)
      .getByRole('checkbox', { name: `Choose ${from.name}` })
      .click()
    const ordered = await applied(() => button('Order the stops (1)').click())
    expect(ordered.text).toContain(`Order the stops of ${from.name}?`)
    expect(ordered.sent.input).toMatchObject({ changes: [{ kind: 'sequence', drivers: [from.username] }] })
    await staff.getByText(`Stops of ${from.name} ordered.`).waitFor()

    const before = await openStops(from.username)
    await options.filter({ hasText: /due/ }).last().focus()
    await applied(() => staff.keyboard.press('Alt+ArrowUp'))
    await staff.getByText(`Order of ${from.name} changed.`).waitFor()
    const after = await openStops(from.username)
    expect(after.at(-2)).toBe(before.at(-1))
    expect(after.toSorted()).toEqual(before.toSorted())

    await options.last().focus()
    const locked = await applied(() => staff.keyboard.press('l'))
    expect(locked.sent.input).toMatchObject({ changes: [{ kind: 'lock', driver: from.username }] })
  })

  it('[OPS-002] gives an area to another driver for the day, and the page of the area gives it back', async () => {
    const { areas, drivers } = await product.ask<{
      areas: { zone_id: number; name: string; driver: { username: string } | null }[]
      drivers: { username: string; name: string }[]
    }>(admin, 'GET', '/geofence/zones/drivers')
    const [area] = areas
    const driver = drivers.find(({ username }) => username !== area?.driver?.username)
    if (!area || !driver) throw new Error('The demonstration company has too few areas or drivers.')
    await staff.goto(`${product.web}/ops-dashboard?mode=dispatch`)
    await button('Areas of the day').click()
    const dialog = staff.getByRole('dialog', { name: /^Areas on/ })
    await dialog.getByRole('combobox', { name: `Driver of ${area.name}` }).click()
    const given = await product.sends(dayDriversApi.give, () =>
      staff.getByRole('option', { name: new RegExp(`^${driver.name}`) }).click(),
    )
    expect(given.input).toMatchObject({ zone_id: area.zone_id, username: driver.username })
    await dialog.getByText(/^Given by /).waitFor()

    await staff.goto(`${product.web}/maps/drivers/${area.zone_id}`)
    await staff.getByText(/given by/).waitFor()
    const returned = await product.sends(dayDriversApi.give, () => button(/^Give back/).click())
    expect(returned.input).toMatchObject({ zone_id: area.zone_id, username: '' })
    await staff.getByText('Always with its usual drivers.').waitFor()
  })

  it('[OPS-002] says in the preview and on the board why VROOM did not order the stops', async () => {
    const { from } = await busiest()
    await product.saveSettings({ stops_ordered_by: 'vroom', vroom_url: 'http://127.0.0.1:9' })
    await openBoard(from.name)
    await button(`More for ${from.name}`).click()
    const { text } = await applied(() => staff.getByRole('menuitem', { name: 'Order the stops' }).click())
    const reason =
      'VROOM did not order the stops. No server answers at this address. The built-in order is used.'
    expect(text).toContain(reason)
    await staff.getByText(`Stops of ${from.name} ordered.`).waitFor()
    await product.settled(staff)
    expect(await group(from.name).textContent()).toContain(`Ordered automatically. ${reason}`)
    await product.saveSettings({ stops_ordered_by: 'built-in' })
  })

  it('[OPS-002] lists the changes of the day after a rejected one, and undoes the newest from the list', async () => {
    const { from } = await busiest()
    await openBoard(from.name)
    await product.ask(admin, 'PUT', '/trip-sheet/plan', {
      changes: [{ kind: 'lock', driver: from.username }],
    })
    await button(`More for ${from.name}`).click()
    await product.sends(planApi.change, () =>
      staff.getByRole('menuitem', { name: 'Order the stops' }).click(),
    )
    await button('Show changes').click()
    const list = staff.getByRole('dialog', { name: 'Changes of the day' })
    const newest = list.getByRole('listitem').first()
    await newest.getByText(`Locked all stops of ${from.name}`).waitFor()
    const undone = await product.sends(planApi.change, () =>
      newest.getByRole('button', { name: 'Undo' }).click(),
    )
    expect(undone).toMatchObject({ status: 200, input: { changes: [{ kind: 'undo' }] } })
    await staff.getByText('The change was undone.').waitFor()
    await button('Changes').click()
    await list
      .getByRole('listitem')
      .first()
      .getByText(/^Undone by /)
      .waitFor()
    expect(await list.getByRole('listitem').first().getByRole('button').count()).toBe(0)
    await list.getByRole('button', { name: 'Close' }).click()
  })

  it('[OPS-002] names who changed the same stops, and reads the board again', async () => {
    const { from } = await busiest()
    await openBoard(from.name)
    await staff.getByRole('listbox', { name: `Stops of ${from.name}` }).waitFor()
    await product.ask(admin, 'PUT', '/trip-sheet/plan', {
      changes: [{ kind: 'unlock', driver: from.username }],
    })
    await button(`More for ${from.name}`).click()
    const stale = await product.sends(planApi.change, () =>
      staff.getByRole('menuitem', { name: 'Order the stops' }).click(),
    )
    expect(stale.status).toBe(409)
    await staff.getByText(`changed the stops of ${from.name}`).waitFor()
    await product.settled(staff)
    await button(`More for ${from.name}`).click()
    await applied(() => staff.getByRole('menuitem', { name: 'Order the stops' }).click())
    await staff.getByText(`Stops of ${from.name} ordered.`).waitFor()
  })
})
