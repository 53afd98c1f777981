import { assetPath, demoPicturePath } from '@waybill/domain/files/assets'
import { logo_url, provider_title } from '@waybill/domain/identity/settings'
import type { Setting } from '@waybill/domain/kit/setting'
import { companyPicture } from '../files/index.ts'
import type { Brand } from '../kit/documents/brand.ts'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'

/**
 * Returns the branding of the company for a document: the logo for that kind of document, else the general logo, else
 * the title (SHELL-006). Only images that were uploaded to this product are embedded in documents.
 */
export async function brandOf(ctx: ExternalContext, ownLogo: Setting<string> = logo_url): Promise<Brand> {
  const logo = await companyPicture(ctx, ctx.setting(ownLogo) || ctx.setting(logo_url))
  return { title: ctx.setting(provider_title), ...(logo ? { logo } : {}) }
}

/**
 * Returns the logo's address for messages that are read outside this product; empty when no logo can be displayed
 * there.
 */
export function logoLink(reader: BaseContext, ownLogo: Setting<string> = logo_url): string {
  const logo = reader.setting(ownLogo) || reader.setting(logo_url)
  if (assetPath.test(logo) || demoPicturePath.test(logo)) return reader.request.web_url + logo
  return logo.startsWith('https://') ? logo : ''
}
