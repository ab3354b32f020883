# syntax=docker/dockerfile:1

FROM node:24.21.0-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package -- --out /app

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Landfall" \
      org.opencontainers.image.description="Move customers in from other tools: look up, follow, sponsor and start migrations." \
      org.opencontainers.image.licenses="MIT"
# The only folder that is written to, and only without DATABASE_URL.
RUN mkdir /data && chown node:node /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    LANDFALL_DATA=/data \
    LANDFALL_DEMO=off \
    LANDFALL_DRAIN_S=5 \
    MALLOC_ARENA_MAX=1 \
    PATH=/app/bin:$PATH
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/check-health.mjs"]
CMD ["node", "scripts/serve.mjs"]
