/* Runs before the first paint, in any browser: light or dark and the cached brand, so that nothing flashes. */
;(function () {
  var root = document.documentElement
  function stored(key) {
    try {
      return window.localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var choice = stored('theme')
  var prefersDark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches
  var mode = choice === 'dark' || (choice !== 'light' && prefersDark) ? 'dark' : 'light'
  root.setAttribute('data-theme', mode)
  /* Pages of drivers use the letters of the phone from the first one on, so that none are fetched. */
  if (/^\/tripsheet(\/|$)/.test(window.location.pathname)) root.setAttribute('data-font', 'system')
  try {
    var brand = JSON.parse(stored('brand:' + window.location.host) || 'null')
    if (brand) {
      for (var token in brand[mode]) root.style.setProperty('--' + token, brand[mode][token])
      document.title = brand.title
      document.addEventListener('DOMContentLoaded', function () {
        var logo = document.getElementById('loading-logo')
        if (logo && brand.logo) {
          logo.setAttribute('src', brand.logo)
          logo.removeAttribute('hidden')
        }
      })
    }
  } catch {
    /* a damaged cache only costs the early colours */
  }
  /* A browser that cannot even read the program says so instead of staying blank. */
  window.addEventListener('error', function (event) {
    var text = document.querySelector('.loading-slow')
    if (!window.appStarted && text && String(event.message).indexOf('SyntaxError') >= 0) {
      text.textContent = 'Your browser is out of date'
      text.style.animation = 'none'
      text.style.opacity = '1'
    }
  })
})()
;(function () {
  /* The checker of answers must not try whether it may make code of texts: it may not, and each try is a fault on the console. */
  window.__zod_globalConfig = { jitless: true }
  var polyfills = '<script src="/polyfills.js"></script>'
  setPolicy()
  /* Written into the page, so that it has run before the program, which is deferred, begins. */
  if (isSomethingMissing()) document.write(polyfills)
  function isSomethingMissing() {
    return ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'].some(function (name) {
      return !(name in Array.prototype)
    })
  }
  /* Workers and scripts come from this host alone; no text but the one above ever becomes markup. */
  function setPolicy() {
    if (!window.trustedTypes || !window.trustedTypes.createPolicy) return
    window.trustedTypes.createPolicy('default', {
      createHTML: function (text) {
        if (text === polyfills) return text
        throw new TypeError('A text that was to become markup was refused.')
      },
      createScriptURL: function (address) {
        var url = new URL(address, window.location.href)
        var isOwn = url.origin === window.location.origin
        if (isOwn) return address
        throw new TypeError('A script of another host was refused: ' + url.origin)
      },
    })
  }
})()
