// Starts GraphiQL with the requests of the page; subscriptions use graphql-transport-ws at the same address.
const place = document.getElementById("graphiql"), given = new URLSearchParams(location.search);
const socket = new URL(location.pathname, location.href);
socket.protocol = socket.protocol.replace("http", "ws");
ReactDOM.createRoot(place).render(
  React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: location.pathname, subscriptionUrl: socket.href }),
    query: given.get("query") ?? undefined,
    variables: given.get("variables") ?? undefined,
    defaultQuery: place.dataset.attack,
    defaultTabs: given.has("query") ? undefined : [{ query: place.dataset.attack }, { query: place.dataset.follow }],
    shouldPersistHeaders: false,
  }),
);
