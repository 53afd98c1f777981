import {
  logo_url,
  navigation_logo_url,
  provider_title,
  support_email,
  support_phone,
} from '@waybill/domain/identity/settings'
import { tracking_show_eta } from '@waybill/domain/tracking/settings'
import type { ExternalContext } from '../../kit/handler.ts'
import { plateOf, type LogoPlate } from './logo-plate.ts'

/** The data of the courier company that the public pages use. */
export interface Courier {
  title: string
  logo: string
  logo_plate: LogoPlate
  phone: string
  email: string
  shows_times: boolean
}

/** Longest logo, in characters: an inline picture must leave room for the rest of the page within 60 KB. */
const largest_inline_logo = 30_000

/** Returns the data of the courier company for its public pages. */
export async function courierOf(reader: ExternalContext): Promise<Courier> {
  const logo = reader.setting(logo_url) || reader.setting(navigation_logo_url)
  const fits = logo.length <= largest_inline_logo && /^(https?:\/\/|\/|data:image\/)/.test(logo)
  return {
    title: reader.setting(provider_title),
    logo: fits ? logo : '',
    logo_plate: fits ? await plateOf(reader, logo) : 'none',
    phone: reader.setting(support_phone),
    email: reader.setting(support_email),
    shows_times: reader.setting(tracking_show_eta),
  }
}
