import { IconStarFilled } from '../kit/icons/icons.ts'
import { vip_accounts, vip_colour } from '@waybill/domain/accounts/settings'
import { isVip } from '@waybill/domain/accounts/vip'
import { useSetting } from '../kit/session/me.ts'

/** A star in the company's colour for accounts in its VIP list; renders nothing for others (SET-093). */
export function VipMark({ account_code }: { account_code: string }) {
  const codes = useSetting(vip_accounts)
  const colour = useSetting(vip_colour)
  if (!isVip(account_code, { vip_accounts: codes })) return null
  return (
    <span role="img" aria-label="VIP" title="VIP" style={{ color: colour, display: 'inline-flex' }}>
      <IconStarFilled size={14} aria-hidden="true" />
    </span>
  )
}
