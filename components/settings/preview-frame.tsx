'use client';

import { useEffect, useRef, useState } from 'react';

const sizes = { desktop: { width: 1100, height: 820 }, phone: { width: 390, height: 780 } } as const;
export type PreviewWidth = keyof typeof sizes;

/** A page of ours without scripts, as wide as on a device and scaled to fit. */
export function PreviewFrame({
  title,
  width: device,
  content,
}: {
  title: string;
  width: PreviewWidth;
  content: { src: string } | { html: string };
}) {
  const { width, height } = sizes[device];
  const [box, available] = useWidth<HTMLDivElement>();
  const scale = available === 0 ? 1 : Math.min(1, available / width);
  return (
    <div ref={box} className="overflow-hidden rounded-2 border bg-sunken">
      <div className="mx-auto overflow-hidden" style={{ width: width * scale, height: height * scale }}>
        <div style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}>
          {'src' in content ? (
            <PageFrame title={title} src={content.src} />
          ) : (
            // Its links lead nowhere.
            <iframe title={title} srcDoc={content.html} sandbox="" className="block size-full bg-[#fff]" />
          )}
        </div>
      </div>
    </div>
  );
}

/** Replaces its page rather than its address, which would add an entry to the history for each change. */
function PageFrame({ title, src }: { title: string; src: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(src);
  const shown = useRef(src);
  useEffect(() => {
    if (shown.current === src) return;
    shown.current = src;
    frame.current?.contentWindow?.location.replace(src);
  }, [src]);
  // The same origin, so that the page gets its fonts. Without scripts it cannot use it.
  return <iframe ref={frame} title={title} src={first} sandbox="allow-same-origin" className="block size-full" />;
}

function useWidth<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
