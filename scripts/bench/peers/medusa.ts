import type { Connection } from '../connection.ts'
import { loadOrders, templates, type CopiedTable } from './copy-orders.ts'
import { listOperation, shapes } from './list.ts'
import type { Peer, PeerOperation } from './peer.ts'
import { freePort } from './place.ts'
import { copyFiles, install, runProgram, withServer } from './programs.ts'

const version = '2.21.2'
const password = 'waybill-demo'
const email = 'admin@example.com'
const copiedId = (column: string) => `t."${column}" || '-' || n`
const earlier = (column: string) => `t."${column}" - n * interval '1 minute'`
/** The columns of a copied row: its own id, the dates, and ids of other rows of the order. */
const copied = (...references: readonly string[]): Record<string, string> => ({
  created_at: earlier('created_at'),
  updated_at: earlier('updated_at'),
  ...Object.fromEntries(['id', ...references].map((column) => [column, copiedId(column)])),
})

const copied_tables: readonly CopiedTable[] = [
  {
    table: 'order',
    columns: {
      ...copied('shipping_address_id', 'billing_address_id'),
      display_id: `nextval('order_display_id_seq')`,
    },
  },
  { table: 'order_address', columns: copied() },
  { table: 'order_summary', columns: copied('order_id') },
  { table: 'order_item', columns: copied('order_id', 'item_id') },
  { table: 'order_line_item', columns: copied() },
  { table: 'order_line_item_tax_line', columns: copied('item_id') },
  { table: 'order_shipping', columns: copied('order_id', 'shipping_method_id') },
  { table: 'order_shipping_method', columns: copied() },
  { table: 'order_shipping_method_tax_line', columns: copied('shipping_method_id') },
  { table: 'order_payment_collection', columns: copied('order_id', 'payment_collection_id') },
  { table: 'payment_collection', columns: copied() },
  { table: 'payment_session', columns: copied('payment_collection_id') },
  { table: 'payment', columns: copied('payment_collection_id', 'payment_session_id') },
]

/** Medusa, whose order takes the five requests of its store API, and the order list of its dashboard. */
export const medusa: Peer = {
  name: `Medusa ${version}`,
  async with(place, run) {
    const folder = await install(
      'medusa',
      ['medusa', 'framework', 'cli'].map((name) => `@medusajs/${name}@${version}`),
    )
    copyFiles(folder, { 'medusa-config.cjs': 'medusa-config.js' })
    const database = 'medusa'
    const databaseUrl = await place.createDatabase(database)
    const port = await freePort()
    const env = {
      DATABASE_URL: databaseUrl,
      SECRET: password,
      LOG_LEVEL: 'warn',
      MEDUSA_DISABLE_TELEMETRY: 'true',
    }
    const program = (...args: readonly string[]) => ({
      folder,
      args: ['node_modules/@medusajs/cli/cli.js', ...args],
      env,
    })
    await runProgram(program('db:migrate', '--execute-all-links'))
    await runProgram(program('user', '-e', email, '-p', password))
    const url = `http://127.0.0.1:${port}`
    const server = program('start', '--port', String(port), '--host', '127.0.0.1')
    return withServer(server, `${url}/health`, async (cpuMs) => {
      const shop = await makeShop(url)
      const placed = orderOf(shop)
      await loadOrders({ url, database_url: databaseUrl }, placed, copied_tables, place.orders)
      const operations = [placed, listOf(shop)]
      return run({ url, database, operations, cpuMs, settled: async () => undefined })
    })
  },
}

/** What requests to a shop need. */
interface Shop {
  admin: string
  store_key: string
  region_id: string
  shipping_option_id: string
  variant_ids: readonly string[]
}

/** The five requests of an order by a guest; each guest has ordered before. */
function orderOf(shop: Shop): PeerOperation {
  const headers = { 'x-publishable-api-key': shop.store_key }
  let guests = 0
  return {
    kind: 'order',
    name: 'order with two lines, placed, payment authorised',
    requests: 5,
    counted_by: 'SELECT count(*) FROM "order"',
    async once(connection: Connection) {
      guests += 1
      const post = async (path: string, body: object) => {
        const answer = await connection.exchange({ method: 'POST', path, token: '', headers, body })
        if (answer.status !== 200) throw new Error(`Medusa answered ${answer.status}: ${answer.body()}`)
        return answer
      }
      const cart = await post('/store/carts?fields=id', {
        region_id: shop.region_id,
        email: `guest-${guests % templates}@example.com`,
        shipping_address: {
          first_name: 'Naledi',
          last_name: 'Mokoena',
          address_1: '1 Long Street',
          city: 'Cape Town',
          postal_code: '8001',
          country_code: 'za',
        },
        items: shop.variant_ids.map((id, at) => ({ variant_id: id, quantity: at + 1 })),
      })
      const cartId = idOf(JSON.parse(cart.body()), 'cart')
      await post(`/store/carts/${cartId}/shipping-methods?fields=id`, { option_id: shop.shipping_option_id })
      const collection = await post('/store/payment-collections?fields=id', { cart_id: cartId })
      const collectionId = idOf(JSON.parse(collection.body()), 'payment_collection')
      await post(`/store/payment-collections/${collectionId}/payment-sessions?fields=id`, {
        provider_id: 'pp_system_default',
      })
      return (await post(`/store/carts/${cartId}/complete?fields=id`, {})).status
    },
  }
}

/** The fields that the dashboard of Medusa asks for in its list. */
const list_fields =
  'id,status,created_at,email,display_id,custom_display_id,payment_status,fulfillment_status,total,currency_code,*customer,*sales_channel,*payment_collections,*shipping_address'

function listOf({ admin }: Shop): PeerOperation {
  const path = `/admin/orders?limit=20&offset=0&order=-created_at&fields=${list_fields}`
  return listOperation('order list of 20, fields of its dashboard, with the count', shapes.medusa, () => ({
    method: 'GET',
    path,
    token: admin,
  }))
}

/** Makes a shop in South Africa with VAT, one shipping option and a product in two variants without stock. */
async function makeShop(url: string): Promise<Shop> {
  const signedIn = await send(url, '', '/auth/user/emailpass', { email, password })
  const admin = text(signedIn, 'token')
  const post = (path: string, body: object) => send(url, admin, `/admin/${path}`, body)
  const get = (path: string) => send(url, admin, `/admin/${path}`)
  const key = at(await get('api-keys?type=publishable'), 'api_keys', 0)
  const channelId = text(at(await get('sales-channels'), 'sales_channels', 0), 'id')
  const profileId = text(at(await get('shipping-profiles'), 'shipping_profiles', 0), 'id')
  await post(`api-keys/${text(key, 'id')}/sales-channels`, { add: [channelId] })
  const region = await post('regions', {
    name: 'South Africa',
    currency_code: 'zar',
    countries: ['za'],
    payment_providers: ['pp_system_default'],
  })
  await post('tax-regions', {
    country_code: 'za',
    provider_id: 'tp_system',
    default_tax_rate: { rate: 15, name: 'VAT', code: 'VAT' },
  })
  const location = await post('stock-locations', {
    name: 'Depot',
    address: { address_1: '1 Long Street', country_code: 'ZA' },
  })
  const depot = `stock-locations/${idOf(location, 'stock_location')}`
  await post(`${depot}/sales-channels`, { add: [channelId] })
  await post(`${depot}/fulfillment-providers`, { add: ['manual_manual'] })
  await post(`${depot}/fulfillment-sets`, { name: 'Shipping', type: 'shipping' })
  const withSets = field(await get(`${depot}?fields=*fulfillment_sets`), 'stock_location')
  const set = await post(
    `fulfillment-sets/${text(at(withSets, 'fulfillment_sets', 0), 'id')}/service-zones`,
    {
      name: 'South Africa',
      geo_zones: [{ type: 'country', country_code: 'za' }],
    },
  )
  const option = await post('shipping-options', {
    name: 'Courier',
    service_zone_id: text(at(field(set, 'fulfillment_set'), 'service_zones', 0), 'id'),
    shipping_profile_id: profileId,
    price_type: 'flat',
    provider_id: 'manual_manual',
    type: { label: 'Courier', description: 'Courier', code: 'courier' },
    prices: [{ currency_code: 'zar', amount: 99 }],
    rules: [
      { attribute: 'enabled_in_store', operator: 'eq', value: 'true' },
      { attribute: 'is_return', operator: 'eq', value: 'false' },
    ],
  })
  const product = await post('products', {
    title: 'Book',
    status: 'published',
    shipping_profile_id: profileId,
    sales_channels: [{ id: channelId }],
    options: [{ title: 'Cover', values: ['soft', 'hard'] }],
    variants: ['soft', 'hard'].map((cover) => ({
      title: cover,
      manage_inventory: false,
      options: { Cover: cover },
      prices: [{ currency_code: 'zar', amount: 250 }],
    })),
  })
  const made = field(product, 'product')
  return {
    admin,
    store_key: text(key, 'token'),
    region_id: idOf(region, 'region'),
    shipping_option_id: idOf(option, 'shipping_option'),
    variant_ids: [0, 1].map((n) => text(at(made, 'variants', n), 'id')),
  }
}

async function send(url: string, token: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok)
    throw new Error(`Medusa answered ${path} with ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Returns a field of a response; throws when it is missing, so that a change of the peer's API is noticed. */
function field(value: unknown, name: string): unknown {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  if (found === undefined) throw new Error(`Medusa answered without ${name}: ${JSON.stringify(value)}`)
  return found
}

const at = (value: unknown, name: string, n: number): unknown => field(field(value, name), String(n))
const text = (value: unknown, name: string): string => String(field(value, name))
const idOf = (value: unknown, name: string): string => text(field(value, name), 'id')
