import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countElements, readDataBytes, readElements, type PageNode } from './read-elements';

const toElement = (node: PageNode): ReactNode =>
  typeof node === 'string' ? node : createElement(node[0], node[1], ...node[2].map(toElement));

const content = `<main class="a &amp; b" id="main"><p style="--a:1%;--b:2%">1 &lt; 2 it&#x27;s</p><input type="checkbox" disabled=""/><svg viewBox="0 0 9 9"><use href="#x"></use></svg></main>`;
const data = `self.__next_f.push([1,"12345"])`;
const page = `<!DOCTYPE html><html><head><title>x</title></head><body>${content}<!--$--><script>${data}</script></body></html>`;

test('renders to the same HTML again', () => {
  expect(readElements(page).map((node) => renderToString(toElement(node)))).toEqual([content]);
});

test('counts elements and the data for scripts, but not the scripts', () => {
  expect(countElements(readElements(page))).toBe(5);
  expect(readDataBytes(page)).toBe('[1,"12345"]'.length);
});
