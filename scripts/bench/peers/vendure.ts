import type { Connection } from '../connection.ts'
import { loadOrders, templates, type CopiedTable } from './copy-orders.ts'
import { listOperation, shapes } from './list.ts'
import type { Peer, PeerOperation } from './peer.ts'
import { freePort, query } from './place.ts'
import { copyFiles, install, runProgram, withServer } from './programs.ts'

const version = '3.7.3'
const password = 'waybill-demo'
/** Higher than every id of the first orders. */
const stride = 10_000
const copiedId = (column: string) => `t."${column}" + n * ${stride}`
const earlier = (column: string) => `t."${column}" - n * interval '1 minute'`

const dates = { createdAt: earlier('createdAt'), updatedAt: earlier('updatedAt') }
const row = { id: copiedId('id'), ...dates }
const orders_row = { ...row, orderId: copiedId('orderId') }

const copied_tables: readonly CopiedTable[] = [
  {
    table: 'order',
    columns: { ...row, orderPlacedAt: earlier('orderPlacedAt'), code: `t."code" || '-' || n` },
  },
  { table: 'order_line', columns: { ...orders_row, shippingLineId: copiedId('shippingLineId') } },
  { table: 'shipping_line', columns: orders_row },
  { table: 'payment', columns: orders_row },
  { table: 'history_entry', columns: orders_row, where: 't."orderId" IS NOT NULL' },
  {
    table: 'stock_movement',
    columns: { ...row, orderLineId: copiedId('orderLineId') },
    where: 't."orderLineId" IS NOT NULL',
  },
  { table: 'order_channels_channel', columns: { orderId: copiedId('orderId') } },
]

/** Vendure, whose whole order of a signed-in customer fits one request, and the order list of its dashboard. */
export const vendure: Peer = {
  name: `Vendure ${version}`,
  async with(place, run) {
    const folder = await install('vendure', [`@vendure/core@${version}`, 'pg@8.23.1'])
    copyFiles(folder, { 'vendure.cjs': 'vendure.cjs', 'vendure-products.csv': 'products.csv' })
    const database = 'vendure'
    const databaseUrl = await place.createDatabase(database)
    const port = await freePort()
    const env = {
      PORT: String(port),
      PASSWORD: password,
      DATABASE_HOST: place.host,
      DATABASE_PORT: String(place.port),
      DATABASE_USER: place.user,
      DATABASE: database,
    }
    await runProgram({ folder, args: ['vendure.cjs', '--populate'], env })
    const url = `http://127.0.0.1:${port}`
    return withServer({ folder, args: ['vendure.cjs'], env }, `${url}/health`, async (cpuMs) => {
      const { admin, customers } = await callers(url)
      const placed = orderOf(customers)
      await loadOrders({ url, database_url: databaseUrl }, placed, copied_tables, place.orders)
      for (const { table, columns } of copied_tables)
        if ('id' in columns)
          await query(
            databaseUrl,
            `SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), (SELECT max(id) FROM "${table}"))`,
          )
      return run({
        url,
        database,
        operations: [placed, listOf(admin)],
        cpuMs,
        settled: async () => undefined,
      })
    })
  },
}

const order_text = `mutation ($items: [AddItemInput!]!, $address: CreateAddressInput!, $payment: PaymentInput!) {
  addItemsToOrder(inputs: $items) { errorResults { __typename } }
  setOrderShippingAddress(input: $address) { __typename }
  setOrderShippingMethod(shippingMethodId: ["1"]) { __typename }
  transitionOrderToState(state: "ArrangingPayment") { __typename }
  addPaymentToOrder(input: $payment) { ... on Order { code state totalWithTax } }
}`
const order_variables = {
  items: [
    { productVariantId: '1', quantity: 1 },
    { productVariantId: '2', quantity: 2 },
  ],
  address: {
    fullName: 'Naledi Mokoena',
    streetLine1: '1 Long Street',
    city: 'Cape Town',
    postalCode: '8001',
    countryCode: 'ZA',
  },
  payment: { method: 'invoice', metadata: {} },
}

/** Orders of all customers; a customer has one open order at a time. */
function orderOf(customers: readonly string[]): PeerOperation {
  const free = [...customers]
  return {
    kind: 'order',
    name: 'order with two lines, placed and paid',
    requests: 1,
    counted_by: `SELECT count(*) FROM "order" WHERE "orderPlacedAt" IS NOT NULL`,
    async once(connection: Connection) {
      const token = free.shift() ?? ''
      const { status } = await connection.exchange({
        method: 'POST',
        path: '/shop-api',
        token,
        body: { query: order_text, variables: order_variables },
      })
      free.push(token)
      return status
    },
  }
}

const list_text = `{
  orders(options: { take: 20, skip: 0, sort: { orderPlacedAt: DESC }, filter: { active: { eq: false } } }) {
    totalItems
    items {
      id createdAt updatedAt type orderPlacedAt code state total totalWithTax currencyCode
      customer { id firstName lastName }
      shippingLines { shippingMethod { name } }
    }
  }
}`

function listOf(token: string): PeerOperation {
  return listOperation('order list of 20, fields of its dashboard, with the count', shapes.vendure, () => ({
    method: 'POST',
    path: '/admin-api',
    token,
    body: { query: list_text },
  }))
}

/** Registers customers and returns the tokens of the signed-in administrator and customers. */
async function callers(url: string): Promise<{ admin: string; customers: string[] }> {
  const signIn =
    'mutation ($name: String!, $password: String!) { login(username: $name, password: $password) { __typename } }'
  const signedIn = async (api: string, name: string) => {
    const response = await call(url, api, '', signIn, { name, password })
    const token = response.headers.get('vendure-auth-token')
    if (!token) throw new Error(`Vendure did not let ${name} sign in.`)
    return token
  }
  const admin = await signedIn('admin-api', 'superadmin')
  const customers: string[] = []
  for (let n = 0; n < templates; n += 1) {
    const email = `customer-${n}@example.com`
    const input = { firstName: 'Naledi', lastName: `Mokoena ${n}`, emailAddress: email }
    await call(
      url,
      'admin-api',
      admin,
      'mutation ($input: CreateCustomerInput!, $password: String) { createCustomer(input: $input, password: $password) { __typename } }',
      { input, password },
    )
    customers.push(await signedIn('shop-api', email))
  }
  return { admin, customers }
}

async function call(
  url: string,
  api: string,
  token: string,
  text: string,
  variables: object,
): Promise<Response> {
  const response = await fetch(`${url}/${api}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query: text, variables }),
  })
  if (!response.ok) throw new Error(`Vendure answered ${response.status}: ${await response.text()}`)
  return response
}
