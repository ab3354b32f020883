import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Field, Input } from './field';

const attribute = (html: string, name: string) => new RegExp(`<input[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

describe('Field', () => {
  it('labels its control and describes it with all errors and the hint', () => {
    const html = renderToStaticMarkup(
      <Field label="Source tool" hint="As the service calls it" error={['is unknown', 'is too long']}>
        {(control) => <Input {...control} name="source_tool" />}
      </Field>,
    );
    expect(html).toContain(`<label for="${attribute(html, 'id')}"`);
    const described = attribute(html, 'aria-describedby')?.split(' ') ?? [];
    expect(described).toHaveLength(2);
    for (const id of described) expect(html).toContain(`id="${id}"`);
    expect(attribute(html, 'aria-invalid')).toBe('true');
    expect(html).toContain('is unknown');
    expect(html).toContain('is too long');
  });

  it('sets no description or invalid state without hint and errors', () => {
    const html = renderToStaticMarkup(
      <Field label="Source tool" error={[]}>
        {(control) => <Input {...control} />}
      </Field>,
    );
    expect(html).not.toContain('aria-describedby');
    expect(attribute(html, 'aria-invalid')).toBeUndefined();
  });
});
