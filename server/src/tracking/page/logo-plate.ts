import { parseColour } from '@waybill/domain/kit/colour'
import { white } from '@waybill/domain/kit/contrast'
import { isOpaque, standsOutOn } from '@waybill/domain/kit/logo-contrast'
import { neutrals } from '@waybill/domain/kit/theme'
import { companyPicture, samplePixels } from '../../files/index.ts'
import type { ExternalContext } from '../../kit/handler.ts'

/**
 * The plate that a logo needs: `light` on the dark page, because it has no transparency or could not be read there;
 * `dark` on the light page; or none.
 */
export type LogoPlate = 'none' | 'light' | 'dark'

const sample = { width: 96, height: 48 } as const
const night = parseColour(neutrals.dark.surface) ?? white

const max_known = 1_000
const known = new Map<string, LogoPlate>()

/** Returns the plate for a logo. A logo that cannot be examined, such as one of another host, gets a light one. */
export async function plateOf(ctx: ExternalContext, logo: string): Promise<LogoPlate> {
  const earlier = known.get(logo)
  if (earlier) return earlier
  const plate = await examined(ctx, logo)
  if (known.size >= max_known) known.clear()
  known.set(logo, plate)
  return plate
}

async function examined(ctx: ExternalContext, logo: string): Promise<LogoPlate> {
  const bytes = await companyPicture(ctx, logo)
  const pixels = bytes ? await samplePixels(bytes, sample.width, sample.height) : null
  if (!pixels || isOpaque(pixels) || !standsOutOn(pixels, night)) return 'light'
  return standsOutOn(pixels, white) ? 'none' : 'dark'
}
