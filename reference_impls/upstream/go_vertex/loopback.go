// No other root certificate than the one made here is trusted, on any system.
//
//go:debug x509usefallbackroots=1
package main

import (
	"crypto/tls"
	"crypto/x509"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"cloud.google.com/go/aiplatform/apiv1beta1/aiplatformpb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
)

const (
	// location is where a client is told that its engine is. There is no such place, and so no such name.
	location = "lab"
	host     = location + "-aiplatform.googleapis.com"
	// idle is how long a connection is kept for a client that may never ask again: clients cannot be closed.
	idle = 2 * time.Second
)

// kept is what the process needs of its environment for sockets and temporary files. Nothing else of it has a say, so that
// no account, proxy or setting of a user is ever found by a client.
var kept = []string{"SystemRoot", "TEMP", "TMP", "TMPDIR"}

// listen starts the service, and leads the clients of this process to it. They take no address: they are told of a proxy,
// as behind a firewall, and the proxy is the service. They do not look its host up, and get no way to any other.
func listen() error {
	certificate, err := makeCertificate(host)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	proxy := "http://" + listener.Addr().String()
	settings := map[string]string{
		"HTTP_PROXY":  proxy,
		"HTTPS_PROXY": proxy,
		// What a system trusts is not even read.
		"SSL_CERT_FILE": os.DevNull,
		"SSL_CERT_DIR":  os.DevNull,
	}
	for _, name := range kept {
		if value, is := os.LookupEnv(name); is {
			settings[name] = value
		}
	}
	os.Clearenv()
	for name, value := range settings {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(certificate.Leaf)
	x509.SetFallbackRoots(trusted)
	server := grpc.NewServer(
		grpc.Creds(credentials.NewTLS(&tls.Config{Certificates: []tls.Certificate{certificate}})),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: idle}),
	)
	aiplatformpb.RegisterMemoryBankServiceServer(server, memoryBank{})
	longrunningpb.RegisterOperationsServer(server, memoryOperations{})
	inside := &tunnels{make(chan net.Conn), listener.Addr()}
	go func() { log.Fatal(http.Serve(listener, inside)) }()
	go func() { log.Fatal(server.Serve(inside)) }()
	return nil
}

// tunnels is the proxy, and where the connections through it end: the service accepts what a client has asked a way for.
type tunnels struct {
	opened chan net.Conn
	at     net.Addr
}

// ServeHTTP implements http.Handler.
func (t *tunnels) ServeHTTP(answer http.ResponseWriter, asked *http.Request) {
	if asked.Method != http.MethodConnect || asked.Host != host+":443" {
		http.Error(answer, "there is no way out", http.StatusForbidden)
		return
	}
	connection, _, err := answer.(http.Hijacker).Hijack()
	if err != nil {
		log.Print(err)
		return
	}
	// The client says nothing more before it has read this.
	if _, err := connection.Write([]byte("HTTP/1.1 200 OK\r\n\r\n")); err != nil {
		log.Print(err)
		return
	}
	t.opened <- connection
}

// Accept implements net.Listener.
func (t *tunnels) Accept() (net.Conn, error) { return <-t.opened, nil }

// Close implements net.Listener.
func (t *tunnels) Close() error { return nil }

// Addr implements net.Listener.
func (t *tunnels) Addr() net.Addr { return t.at }
