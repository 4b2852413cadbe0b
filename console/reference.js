/* global SwaggerUIBundle */
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

SwaggerUIBundle({
  dom_id: '#reference',
  url: '/api/v1/openapi.json',
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  // A key typed here stays in this tab; and no badge sends the document's address elsewhere.
  persistAuthorization: false,
  validatorUrl: null,
})
