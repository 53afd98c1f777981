import { Problem } from '@waybill/domain/kit/problem'
import { servesPoint } from '@waybill/domain/rates/pricing/availability'
import { shopPluginsApi } from '@waybill/domain/shop-plugins/api'
import { pluginLocker } from '@waybill/domain/shop-plugins/plugin-locker'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import {
  serve,
  serveExternal,
  serveRaw,
  type ExternalContext,
  type ExternalHandler,
  type Handler,
  type RawAnswer,
} from '../kit/handler.ts'
import { readLockers } from '../pickup-points/index.ts'
import { bookInForce, noRates, quoteRoute } from '../rates/index.ts'
import { createAnswered, shipmentIdAt, stickersPdf, waybillsPdf, type LabelFile } from '../shipments/index.ts'

/** Lists the lockers that some service level serves. */
const listLockers: Handler<typeof shopPluginsApi.lockers> = async (ctx) => {
  const { services } = await bookInForce(ctx)
  const lockers = await readLockers(ctx)
  return lockers.filter((locker) => services.some((one) => servesPoint(one, locker))).map(pluginLocker)
}

/** Prices a route. Plug-ins read `rates` without checking the status, so a missing address is a result, not an error. */
const quoteForPlugin: ExternalHandler<typeof shopPluginsApi.rates> = async (ctx, input) => {
  try {
    return await quoteRoute(ctx, input)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'invalid') return noRates(error.message)
    throw error
  }
}

/** Books a shipment. Plug-ins store `custom_tracking_reference` and track by it, so it is never absent. */
const bookForPlugin: ExternalHandler<typeof shopPluginsApi.book> = (ctx, input) =>
  createAnswered(ctx, input, (shipment) => ({
    ...shipment,
    custom_tracking_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
  }))

/** Returns a handler that sends the file which `print` makes of one shipment. */
function printed(print: (ctx: ExternalContext, request: { id: number[] }) => Promise<LabelFile>) {
  return async (ctx: ExternalContext, input: Input<typeof shopPluginsApi.waybill>): Promise<RawAnswer> => {
    const id = await ctx.inTransaction((inner) => shipmentIdAt(inner, input))
    const { filename, bytes, content_type } = await print(ctx, { id: [id] })
    return {
      status: 200,
      headers: { 'content-type': content_type, 'content-disposition': `inline; filename="${filename}"` },
      body: bytes,
    }
  }
}

/** The routes of the locker plug-ins of shops (docs/domain/public-api.md#lockers-for-shop-plug-ins). */
export const shopPluginRoutes = [
  serve(shopPluginsApi.lockers, listLockers),
  serveExternal(shopPluginsApi.rates, quoteForPlugin),
  serveExternal(shopPluginsApi.book, bookForPlugin),
  serveRaw(shopPluginsApi.waybill, printed(waybillsPdf), { writes: true }),
  serveRaw(shopPluginsApi.sticker, printed(stickersPdf), { writes: true }),
]
