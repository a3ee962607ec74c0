# The same page that `npm start` serves: built in one stage, served from another by Node alone (scripts/serve.mjs), as nobody in particular.
#   docker build -t marft-workbench .    docker run --rm -p 4173:4173 marft-workbench    then http://localhost:4173
FROM node:22-bookworm-slim AS build
WORKDIR /workbench
COPY package.json package-lock.json .npmrc ./
# None of the packages that build the page needs to be built itself; WebGPU in Node, which does, is for tests.
RUN npm ci --ignore-scripts
COPY . .
# What a run records of the code that made it: there is no repository in here (`--build-arg COMMIT=$(git rev-parse --short=12 HEAD)`).
ARG COMMIT
RUN MARFT_COMMIT=$COMMIT npm run build

FROM node:22-alpine
WORKDIR /workbench
COPY --from=build /workbench/dist ./dist
COPY --from=build /workbench/scripts/serve.mjs ./scripts/
USER node
ENV HOST=0.0.0.0 PORT=4173
EXPOSE 4173
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4173/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
