/** Hides the loading screen of `index.html`. */
export function hideLoadingScreen(): void {
  document.getElementById('loading')?.setAttribute('hidden', '')
}
