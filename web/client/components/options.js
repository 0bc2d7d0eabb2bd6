/** Fields for a game's options, made from the JSON Schema that the API gives. */
import { html } from '../html.js';
import { capital, local, t } from '../i18n.js';
import { Choice } from './settings.js';

/**
 * @typedef {{type?: string, enum?: string[], anyOf?: Declared[], minimum?: number, maximum?: number, default?: unknown, 'x-label'?: any, 'x-value-labels'?: Record<string, any>}} Declared
 */

/**
 * @param {{schema: any, value: Record<string, unknown>, change: (value: Record<string, unknown>) => void}} props
 */
export function OptionFields({ schema, value, change }) {
  /** @type {[string, Declared][]} */
  const declared = Object.entries(schema.properties ?? {});
  if (!declared.length) return null;
  const set = (/** @type {string} */ name, /** @type {unknown} */ given) => {
    const { [name]: _, ...rest } = value;
    change(given === undefined ? rest : { ...rest, [name]: given });
  };
  return html`<details class="options"><summary>${t('options')}</summary>${declared.map(
    ([name, one]) => html`
    <${Field} key=${name} name=${name} declared=${one} value=${value[name]}
      set=${(/** @type {unknown} */ given) => set(name, given)} />`,
  )}</details>`;
}

/** @param {{name: string, declared: Declared, value: unknown, set: (value: unknown) => void}} props */
function Field({ name, declared, value, set }) {
  const label = capital(local(declared['x-label'])) || name;
  const kinds = [declared.type, ...(declared.anyOf ?? []).map((one) => one.type)];
  if (declared.enum) {
    const labels = declared['x-value-labels'] ?? {};
    return html`<${Choice} label=${label} name=${`option-${name}`} value=${String(value ?? declared.default)}
      choose=${set}
      answers=${declared.enum.map((one) => [one, capital(local(labels[one])) || one])} />`;
  }
  if (kinds.includes('boolean')) {
    const unset = declared.default === null;
    /** @type {[string, string][]} */
    const answers = [
      ...(unset ? [/** @type {[string, string]} */ (['', t('option_default')])] : []),
      ['false', t('no')],
      ['true', t('yes')],
    ];
    const now = value ?? declared.default;
    return html`<${Choice} label=${label} name=${`option-${name}`} value=${now === null ? '' : String(now)}
      answers=${answers}
      choose=${(/** @type {string} */ given) => set(given === '' ? undefined : given === 'true')} />
      <p class="dim">${capital(local(declared['x-value-labels']?.[String(now)]))}</p>`;
  }
  if (kinds.includes('integer')) {
    const now = Number(value ?? declared.default);
    return html`<label class="field">${label}<span class="row">
      <input class="grow" type="range" min=${declared.minimum} max=${declared.maximum} value=${now}
      onInput=${(/** @type {any} */ event) => set(Number(event.target.value))} /><output>${now}</output></span>
        </label>`;
  }
  return null;
}
