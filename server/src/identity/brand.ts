import { assetPath, demoPicturePath } from '@waybill/domain/files/assets'
import { logo_url, provider_title } from '@waybill/domain/identity/settings'
import type { Setting } from '@waybill/domain/kit/setting'
import { companyPicture } from '../files/index.ts'
import type { Brand } from '../kit/documents/brand.ts'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'

/**
 * The company as a document names it: by the logo made for that kind of document, else by its logo, else by its title
 * (SHELL-006). Only pictures that were sent to this product are put into documents.
 */
export async function brandOf(ctx: ExternalContext, ownLogo: Setting<string> = logo_url): Promise<Brand> {
  const logo = await companyPicture(ctx, ctx.setting(ownLogo) || ctx.setting(logo_url))
  return { title: ctx.setting(provider_title), ...(logo ? { logo } : {}) }
}

/** The logo as a message outside this product refers to it; empty when there is none that can be shown there. */
export function logoLink(reader: BaseContext, ownLogo: Setting<string> = logo_url): string {
  const logo = reader.setting(ownLogo) || reader.setting(logo_url)
  if (assetPath.test(logo) || demoPicturePath.test(logo)) return reader.request.web_url + logo
  return logo.startsWith('https://') ? logo : ''
}
