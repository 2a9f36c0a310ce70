// Shows the OpenAPI document of this service with Swagger UI, and links to its parts beside it.

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
applyScheme();
dark.addEventListener('change', applyScheme);

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelExpandDepth: 2,
  // The schemas stand at the operations that use them.
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  // A key that is typed in is forgotten with the page.
  persistAuthorization: false,
  // No check of the document by a service elsewhere.
  validatorUrl: null,
  onComplete: listParts,
});

/** Links to the headings of the introduction, and to the groups of operations. */
function listParts() {
  const headings = [...document.querySelectorAll('.info .renderedMarkdown h2')];
  for (const heading of headings) heading.id = heading.textContent.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const groups = ui.specSelectors.tags().map((tag) => tag.get('name'));
  document
    .querySelector('#parts')
    .replaceChildren(
      ...headings.map((heading) => link(heading.id, heading.textContent)),
      document.createElement('hr'),
      ...groups.map((name) => link(`operations-tag-${name}`, name)),
    );
}

function link(id, text) {
  const anchor = document.createElement('a');
  anchor.href = `#${id}`;
  anchor.textContent = text;
  return anchor;
}
