import { html, type Html } from '../../kit/html.ts'
import { frame, icon } from './page-layout.ts'
import type { Courier } from './courier.ts'

/**
 * Renders the form for a reference. `typed` is the text that was not found; `null` on a first visit. `problem`: why
 * another page is not shown; `''` for none.
 */
export function lookupPage(courier: Courier, typed: string | null, problem = ''): Html {
  const missed = typed !== null
  const invalid = missed && html` aria-invalid="true"`
  return frame(
    courier,
    html`<div class="ask">
      <h1>${missed ? html`We can't find that reference.` : 'Track a parcel'}</h1>
      ${problem !== '' && html`<p class="told refused" role="alert">${problem}</p>`}
      <p class="lead" id="hint">
        ${
          missed
            ? 'Check it against your message or label. A reference is made of 6 or more letters and digits, such as K7M2QX.'
            : 'Type or paste the reference from your message or label. Several at once are fine.'
        }
      </p>
      <form action="/track" method="get" role="search">
        <label for="ref">Tracking reference</label>
        <div class="field">
          <input
            id="ref"
            name="ref"
            value="${typed ?? ''}"
            aria-describedby="hint"
            ${invalid}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            maxlength="4000"
            required
            autofocus
          /><button type="submit">${icon('search')}<span>Track</span></button>
        </div>
      </form>
    </div>`,
  )
}
