import type { PageProduct } from './page-api.ts'

/** Creates a locker of the company with one large door A1, as its staff do; returns its id and network for bookings. */
export async function createOwnLocker(
  product: Pick<PageProduct, 'ask'>,
  by: string,
  { code, name }: { code: string; name: string },
): Promise<{ delivery_pickup_point_id: string; delivery_pickup_point_provider: string }> {
  await product.ask(by, 'POST', '/pickup-points', {
    pickup_point_id: code,
    type: 'locker',
    name,
    address: {
      type: 'locker',
      street_address: '1 Main Road',
      local_area: 'Rosebank',
      city: 'Johannesburg',
      code: '2196',
      zone: 'GP',
      country: 'South Africa',
      lat: -26.1458,
      lng: 28.0421,
    },
    trading_hours: '24/7',
    stock: [
      {
        size: 'large',
        length: 200,
        width: 200,
        height: 200,
        weight: 200,
        doors: [{ name: 'A1', is_out_of_order: false }],
      },
    ],
  })
  return { delivery_pickup_point_id: code, delivery_pickup_point_provider: 'own' }
}
